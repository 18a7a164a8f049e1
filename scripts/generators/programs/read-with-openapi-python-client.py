"""Reads values of a later version with what openapi-python-client makes."""
import json
import sys

from client import models

for schema, value in json.load(open(sys.argv[1])):
    getattr(models, schema).from_dict(value)
    print("value", schema)
