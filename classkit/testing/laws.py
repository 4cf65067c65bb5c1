"""All laws at once, for a pytest file that has a fixture ``game``.

The whole of such a file::

    import pytest
    from classkit.testing.laws import *
    from lemonade import GAME

    @pytest.fixture
    def game():
        return GAME
"""

from .accounts import *
from .broken_rules import *
from .causes import *
from .clauses import *
from .figures import *
from .golden import *
from .last_turns import *
from .leaks import *
from .luck import *
from .meddling import *
from .moments import *
from .mutations import *
from .play import *
from .positions import *
from .races import *
from .records import *
from .refusals import *
from .secrets import *
from .strange import *
from .strides import *
from .twins import *
from .words import *
