"""The API's description of itself (OpenAPI): what Litestar leaves out of it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, Schema, SecurityScheme
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from shapan import __version__
from shapan.server.web.guard import HEADER, HEADER_VALUE

_ABOUT: Final = f"""\
Every POST carries the header `{HEADER}: {HEADER_VALUE}`. Who opens or joins a match gets a cookie; it is who he is, and
whoever sends none is a spectator. Changes carry an id that the client makes: sent again with the same id they change
nothing, so that what may not have got through is sent again. What comes over the stream is in `/schema/asyncapi.json`.
"""


def described(cookie: str) -> OpenAPIConfig:
    """Return how the API is described, with the name of its cookie."""
    schemes: dict[str, SecurityScheme | Reference] = {
        "guest": SecurityScheme(
            type="apiKey", name=cookie, security_scheme_in="cookie", description="Given with the first seat."
        ),
        "script": SecurityScheme(
            type="apiKey", name=HEADER, security_scheme_in="header", description=f"`{HEADER_VALUE}`, with every POST."
        ),
    }
    return OpenAPIConfig(
        title="Shapan",
        version=__version__,
        description=_ABOUT,
        path="/schema",
        render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes=schemes),
    )


class ClosedStructs(OpenAPISchemaPlugin):
    """Says of the structures that refuse unknown fields that they have no others: a client can rely on it."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Tell whether a type is such a structure."""
        if field_definition.is_union or not field_definition.is_subclass_of(msgspec.Struct):
            return False
        return bool(field_definition.type_.__struct_config__.forbid_unknown_fields)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return what the plugin for all structures says, and that there is nothing else."""
        plugins = (plugin for plugin in schema_creator.plugins if plugin is not self)
        other = next(plugin for plugin in plugins if schema_creator.plugin_supports_field(plugin, field_definition))
        schema: Schema = other.to_openapi_schema(field_definition, schema_creator)
        schema.additional_properties = False
        return schema
