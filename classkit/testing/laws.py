"""All laws, for a pytest file that defines a fixture ``game``.

Example of such a file::

    import pytest
    from classkit.testing.laws import *
    from lemonade import GAME

    @pytest.fixture
    def game():
        return GAME
"""

from .account_laws import *
from .aliasing_laws import *
from .attribution_laws import *
from .determinism_laws import *
from .endgame_laws import *
from .exception_laws import *
from .golden import *
from .hostile_input_laws import *
from .illegal_move_laws import *
from .leak_laws import *
from .metric_laws import *
from .money_laws import *
from .navigation_laws import *
from .noninterference_laws import *
from .play_laws import *
from .position_laws import *
from .race_laws import *
from .record_laws import *
from .record_mutation_laws import *
from .rulebook_laws import *
from .sentence_laws import *
from .shared_state_laws import *
from .text_laws import *
from .undo_laws import *
from .visibility_laws import *
