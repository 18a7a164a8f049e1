"""Reads values of a later version with the models of datamodel-code-generator."""
import json
import sys

import models

for schema, value in json.load(open(sys.argv[1])):
    getattr(models, schema).model_validate(value)
    print("value", schema)
