"""What the environment says of the settings, laid over what the file says.

A file of its own, since most environments say nothing, and the library that reads them takes as long to load as all
the rest of the configuration.
"""

from typing import Any, TypeVar

from pydantic import BaseModel
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError

from goldkeeper.settings.sections import NotTheExpectedJson

Model = TypeVar("Model", bound=BaseModel)


class _Environment(BaseSettings):
    """How variables are read; the model that is asked for says which there are."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True, env_nested_delimiter="__", env_ignore_empty=True)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  # pydantic-settings calls it by this name
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file, which comes in as arguments."""
        return env_settings, init_settings


def with_environment(model: type[Model], table: dict[str, Any], *, prefix: str) -> Model:
    """The settings of a table and the environment.

    Args:
        model: of the settings.
        table: what the file says.
        prefix: of the variables.

    Raises:
        ValidationError: a value that does not fit.
        NotTheExpectedJson: a variable that should hold JSON.
    """
    config = SettingsConfigDict(env_prefix=prefix)
    both = type(model.__name__, (_Environment, model), {"model_config": config, "__module__": __name__})
    try:
        read = both(**table)
    except SettingsError:
        raise NotTheExpectedJson from None
    assert isinstance(read, model)  # it inherits from it
    return model.model_construct(read.model_fields_set, **{name: getattr(read, name) for name in model.model_fields})
