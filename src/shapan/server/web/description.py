"""The API's description of itself (OpenAPI): what Litestar leaves out of it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition


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
