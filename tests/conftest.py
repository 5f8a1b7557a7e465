"""Settings for all tests: hypothesis tries the same examples everywhere, at any speed."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
