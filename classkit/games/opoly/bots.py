from classkit.engine.policy import default_policy


class Appraiser:
    """x"""

    def __call__(self, view, d):
        return d.default


Banker = EmpireBuilder = Appraiser
