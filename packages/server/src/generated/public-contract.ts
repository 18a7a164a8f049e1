// Written from openapi/openapi.yaml. Edit that, then run: npm run generate

// @ts-nocheck
import { createRequire } from 'node:module';
import type { CompiledContract } from '@booking-service/kernel/http/validation/compiled-contract';

const require = createRequire(import.meta.url);
const parameters = {};
{
const exports = parameters;
"use strict";
exports.check0 = validate0;
const schema0 = {"properties":{"query":{},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{}}};
const func0 = require("ajv/dist/runtime/ucs2length").default;

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["request-id"] !== undefined){
let data1 = data0["request-id"];
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["request-id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 1024){
const err1 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
else {
const err2 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check1 = validate1;
const schema1 = {"properties":{"query":{"type":"object","properties":{"status":{"type":"string","enum":["processing","requires_action","confirmed","failed","cancelled","expired"]},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"metadata":{"description":"Values that the metadata of a booking must have.","type":"object","maxProperties":20,"propertyNames":{"minLength":1,"maxLength":40,"pattern":"^[^\\u0000]*$"},"additionalProperties":{"type":"string","maxLength":500,"pattern":"^[^\\u0000]*$"},"example":{"order":"1041"}},"cursor":{"description":"The next_cursor of the previous page. Opaque.","type":"string","minLength":1,"maxLength":200,"pattern":"^[A-Za-z0-9_-]+$","example":"MjA"},"limit":{"description":"The maximum number of entries of a page.","type":"integer","format":"int32","minimum":1,"maximum":100,"default":20,"example":20}},"required":[]},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{}}};
const formats0 = require("ajv-formats/dist/formats").fullFormats["date-time"];
const formats4 = require("ajv-formats/dist/formats").fullFormats.int32;
const pattern0 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$", "u");
const pattern2 = new RegExp("^[^\\u0000]*$", "u");
const pattern4 = new RegExp("^[A-Za-z0-9_-]+$", "u");

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.status !== undefined){
let data1 = data0.status;
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["status"] = coerced0;
}
}
}
if(!((((((data1 === "processing") || (data1 === "requires_action")) || (data1 === "confirmed")) || (data1 === "failed")) || (data1 === "cancelled")) || (data1 === "expired"))){
const err1 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/enum",keyword:"enum",params:{allowedValues: schema1.properties.query.properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.created_from !== undefined){
let data2 = data0.created_from;
if(typeof data2 !== "string"){
let dataType1 = typeof data2;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data2;
}
else if(data2 === null){
coerced1 = "";
}
else {
const err2 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["created_from"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 35){
const err3 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern0.test(data2)){
const err4 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(formats0.validate(data2))){
const err5 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data0.created_before !== undefined){
let data3 = data0.created_before;
if(typeof data3 !== "string"){
let dataType2 = typeof data3;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 == "number" || dataType2 == "boolean"){
coerced2 = "" + data3;
}
else if(data3 === null){
coerced2 = "";
}
else {
const err6 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["created_before"] = coerced2;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 35){
const err7 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern0.test(data3)){
const err8 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(formats0.validate(data3))){
const err9 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data0.metadata !== undefined){
let data4 = data0.metadata;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length > 20){
const err10 = {instancePath:instancePath+"/query/metadata",schemaPath:"#/properties/query/properties/metadata/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key0 in data4){
const _errs10 = errors;
if(typeof key0 === "string"){
if(func0(key0) > 40){
const err11 = {instancePath:instancePath+"/query/metadata",schemaPath:"#/properties/query/properties/metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func0(key0) < 1){
const err12 = {instancePath:instancePath+"/query/metadata",schemaPath:"#/properties/query/properties/metadata/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern2.test(key0)){
const err13 = {instancePath:instancePath+"/query/metadata",schemaPath:"#/properties/query/properties/metadata/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var valid2 = _errs10 === errors;
if(!valid2){
const err14 = {instancePath:instancePath+"/query/metadata",schemaPath:"#/properties/query/properties/metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
for(const key1 in data4){
let data5 = data4[key1];
if(typeof data5 !== "string"){
let dataType3 = typeof data5;
let coerced3 = undefined;
if(!(coerced3 !== undefined)){
if(dataType3 == "number" || dataType3 == "boolean"){
coerced3 = "" + data5;
}
else if(data5 === null){
coerced3 = "";
}
else {
const err15 = {instancePath:instancePath+"/query/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/query/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(coerced3 !== undefined){
data5 = coerced3;
if(data4 !== undefined){
data4[key1] = coerced3;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 500){
const err16 = {instancePath:instancePath+"/query/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/query/properties/metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern2.test(data5)){
const err17 = {instancePath:instancePath+"/query/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/query/properties/metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/query/metadata",schemaPath:"#/properties/query/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data0.cursor !== undefined){
let data6 = data0.cursor;
if(typeof data6 !== "string"){
let dataType4 = typeof data6;
let coerced4 = undefined;
if(!(coerced4 !== undefined)){
if(dataType4 == "number" || dataType4 == "boolean"){
coerced4 = "" + data6;
}
else if(data6 === null){
coerced4 = "";
}
else {
const err19 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(coerced4 !== undefined){
data6 = coerced4;
if(data0 !== undefined){
data0["cursor"] = coerced4;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 200){
const err20 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(func0(data6) < 1){
const err21 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern4.test(data6)){
const err22 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data0.limit !== undefined){
let data7 = data0.limit;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
let dataType5 = typeof data7;
let coerced5 = undefined;
if(!(coerced5 !== undefined)){
if(dataType5 === "boolean" || data7 === null
              || (dataType5 === "string" && data7 && data7 == +data7 && !(data7 % 1))){
coerced5 = +data7;
}
else {
const err23 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(coerced5 !== undefined){
data7 = coerced5;
if(data0 !== undefined){
data0["limit"] = coerced5;
}
}
}
if(typeof data7 == "number"){
if(data7 > 100 || isNaN(data7)){
const err24 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err25 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!(formats4.validate(data7))){
const err26 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
}
else {
const err27 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.headers !== undefined){
let data8 = data.headers;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8["request-id"] !== undefined){
let data9 = data8["request-id"];
if(typeof data9 !== "string"){
let dataType6 = typeof data9;
let coerced6 = undefined;
if(!(coerced6 !== undefined)){
if(dataType6 == "number" || dataType6 == "boolean"){
coerced6 = "" + data9;
}
else if(data9 === null){
coerced6 = "";
}
else {
const err28 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(coerced6 !== undefined){
data9 = coerced6;
if(data8 !== undefined){
data8["request-id"] = coerced6;
}
}
}
if(typeof data9 === "string"){
if(func0(data9) > 1024){
const err29 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
}
else {
const err30 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check2 = validate2;
const schema2 = {"properties":{"query":{},"headers":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[ -~]+$"},"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{}}};
const pattern5 = new RegExp("^[ -~]+$", "u");

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["idempotency-key"] !== undefined){
let data1 = data0["idempotency-key"];
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/headers/idempotency-key",schemaPath:"#/properties/headers/properties/idempotency-key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["idempotency-key"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 255){
const err1 = {instancePath:instancePath+"/headers/idempotency-key",schemaPath:"#/properties/headers/properties/idempotency-key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func0(data1) < 1){
const err2 = {instancePath:instancePath+"/headers/idempotency-key",schemaPath:"#/properties/headers/properties/idempotency-key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern5.test(data1)){
const err3 = {instancePath:instancePath+"/headers/idempotency-key",schemaPath:"#/properties/headers/properties/idempotency-key/pattern",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data0["request-id"] !== undefined){
let data2 = data0["request-id"];
if(typeof data2 !== "string"){
let dataType1 = typeof data2;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data2;
}
else if(data2 === null){
coerced1 = "";
}
else {
const err4 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["request-id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 1024){
const err5 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check3 = validate3;
const schema3 = {"properties":{"query":{},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{"type":"object","properties":{"id":{"description":"A booking's identifier.","type":"string","minLength":36,"maxLength":36,"pattern":"^bkg_[0-9a-f]{32}$","example":"bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1"}},"required":["id"]}}};
const pattern6 = new RegExp("^bkg_[0-9a-f]{32}$", "u");

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate3.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["request-id"] !== undefined){
let data1 = data0["request-id"];
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["request-id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 1024){
const err1 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
else {
const err2 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.id === undefined){
const err3 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.id !== undefined){
let data3 = data2.id;
if(typeof data3 !== "string"){
let dataType1 = typeof data3;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data3;
}
else if(data3 === null){
coerced1 = "";
}
else {
const err4 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data2 !== undefined){
data2["id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 36){
const err5 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/maxLength",keyword:"maxLength",params:{limit: 36},message:"must NOT have more than 36 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data3) < 36){
const err6 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/minLength",keyword:"minLength",params:{limit: 36},message:"must NOT have fewer than 36 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern6.test(data3)){
const err7 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/pattern",keyword:"pattern",params:{pattern: "^bkg_[0-9a-f]{32}$"},message:"must match pattern \""+"^bkg_[0-9a-f]{32}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
validate3.errors = vErrors;
return errors === 0;
}
validate3.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check4 = validate4;
const schema4 = {"properties":{"query":{},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{"type":"object","properties":{"id":{"description":"A verification session's identifier.","type":"string","minLength":36,"maxLength":36,"pattern":"^ses_[0-9a-f]{32}$","example":"ses_5f0c1f2e3d4b4a5968778695a4b3c2d1"}},"required":["id"]}}};
const pattern7 = new RegExp("^ses_[0-9a-f]{32}$", "u");

function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate4.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["request-id"] !== undefined){
let data1 = data0["request-id"];
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["request-id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 1024){
const err1 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
else {
const err2 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.id === undefined){
const err3 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.id !== undefined){
let data3 = data2.id;
if(typeof data3 !== "string"){
let dataType1 = typeof data3;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data3;
}
else if(data3 === null){
coerced1 = "";
}
else {
const err4 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data2 !== undefined){
data2["id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 36){
const err5 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/maxLength",keyword:"maxLength",params:{limit: 36},message:"must NOT have more than 36 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data3) < 36){
const err6 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/minLength",keyword:"minLength",params:{limit: 36},message:"must NOT have fewer than 36 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern7.test(data3)){
const err7 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/pattern",keyword:"pattern",params:{pattern: "^ses_[0-9a-f]{32}$"},message:"must match pattern \""+"^ses_[0-9a-f]{32}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
validate4.errors = vErrors;
return errors === 0;
}
validate4.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check5 = validate5;
const schema5 = {"properties":{"query":{"type":"object","properties":{"type":{"description":"The types of events.","type":"array","minItems":1,"maxItems":20,"items":{"$ref":"#/components/schemas/KnownEventType"},"example":["booking.confirmed"]},"booking_id":{"description":"A booking's identifier.","type":"string","minLength":36,"maxLength":36,"pattern":"^bkg_[0-9a-f]{32}$","example":"bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1"},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"cursor":{"description":"The next_cursor of the previous page. Opaque.","type":"string","minLength":1,"maxLength":200,"pattern":"^[A-Za-z0-9_-]+$","example":"MjA"},"limit":{"description":"The maximum number of entries of a page.","type":"integer","format":"int32","minimum":1,"maximum":100,"default":20,"example":20}},"required":[]},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{}}};
const schema6 = {"description":"The type of an event.","type":"string","enum":["booking.created","booking.requires_action","booking.processing","booking.confirmed","booking.failed","booking.cancelled","booking.modified"],"example":"booking.confirmed"};

function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate5.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.type !== undefined){
let data1 = data0.type;
if(Array.isArray(data1)){
if(data1.length > 20){
const err0 = {instancePath:instancePath+"/query/type",schemaPath:"#/properties/query/properties/type/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data1.length < 1){
const err1 = {instancePath:instancePath+"/query/type",schemaPath:"#/properties/query/properties/type/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
let dataType0 = typeof data2;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data2;
}
else if(data2 === null){
coerced0 = "";
}
else {
const err2 = {instancePath:instancePath+"/query/type/" + i0,schemaPath:"#/components/schemas/KnownEventType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(coerced0 !== undefined){
data2 = coerced0;
if(data1 !== undefined){
data1[i0] = coerced0;
}
}
}
if(!(((((((data2 === "booking.created") || (data2 === "booking.requires_action")) || (data2 === "booking.processing")) || (data2 === "booking.confirmed")) || (data2 === "booking.failed")) || (data2 === "booking.cancelled")) || (data2 === "booking.modified"))){
const err3 = {instancePath:instancePath+"/query/type/" + i0,schemaPath:"#/components/schemas/KnownEventType/enum",keyword:"enum",params:{allowedValues: schema6.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/query/type",schemaPath:"#/properties/query/properties/type/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.booking_id !== undefined){
let data3 = data0.booking_id;
if(typeof data3 !== "string"){
let dataType1 = typeof data3;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data3;
}
else if(data3 === null){
coerced1 = "";
}
else {
const err5 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data0 !== undefined){
data0["booking_id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 36){
const err6 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/maxLength",keyword:"maxLength",params:{limit: 36},message:"must NOT have more than 36 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func0(data3) < 36){
const err7 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/minLength",keyword:"minLength",params:{limit: 36},message:"must NOT have fewer than 36 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern6.test(data3)){
const err8 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/pattern",keyword:"pattern",params:{pattern: "^bkg_[0-9a-f]{32}$"},message:"must match pattern \""+"^bkg_[0-9a-f]{32}$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data0.created_from !== undefined){
let data4 = data0.created_from;
if(typeof data4 !== "string"){
let dataType2 = typeof data4;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 == "number" || dataType2 == "boolean"){
coerced2 = "" + data4;
}
else if(data4 === null){
coerced2 = "";
}
else {
const err9 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(coerced2 !== undefined){
data4 = coerced2;
if(data0 !== undefined){
data0["created_from"] = coerced2;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 35){
const err10 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern0.test(data4)){
const err11 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data4))){
const err12 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data0.created_before !== undefined){
let data5 = data0.created_before;
if(typeof data5 !== "string"){
let dataType3 = typeof data5;
let coerced3 = undefined;
if(!(coerced3 !== undefined)){
if(dataType3 == "number" || dataType3 == "boolean"){
coerced3 = "" + data5;
}
else if(data5 === null){
coerced3 = "";
}
else {
const err13 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(coerced3 !== undefined){
data5 = coerced3;
if(data0 !== undefined){
data0["created_before"] = coerced3;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 35){
const err14 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern0.test(data5)){
const err15 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data5))){
const err16 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data0.cursor !== undefined){
let data6 = data0.cursor;
if(typeof data6 !== "string"){
let dataType4 = typeof data6;
let coerced4 = undefined;
if(!(coerced4 !== undefined)){
if(dataType4 == "number" || dataType4 == "boolean"){
coerced4 = "" + data6;
}
else if(data6 === null){
coerced4 = "";
}
else {
const err17 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(coerced4 !== undefined){
data6 = coerced4;
if(data0 !== undefined){
data0["cursor"] = coerced4;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 200){
const err18 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(func0(data6) < 1){
const err19 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern4.test(data6)){
const err20 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data0.limit !== undefined){
let data7 = data0.limit;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
let dataType5 = typeof data7;
let coerced5 = undefined;
if(!(coerced5 !== undefined)){
if(dataType5 === "boolean" || data7 === null
              || (dataType5 === "string" && data7 && data7 == +data7 && !(data7 % 1))){
coerced5 = +data7;
}
else {
const err21 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(coerced5 !== undefined){
data7 = coerced5;
if(data0 !== undefined){
data0["limit"] = coerced5;
}
}
}
if(typeof data7 == "number"){
if(data7 > 100 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!(formats4.validate(data7))){
const err24 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.headers !== undefined){
let data8 = data.headers;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8["request-id"] !== undefined){
let data9 = data8["request-id"];
if(typeof data9 !== "string"){
let dataType6 = typeof data9;
let coerced6 = undefined;
if(!(coerced6 !== undefined)){
if(dataType6 == "number" || dataType6 == "boolean"){
coerced6 = "" + data9;
}
else if(data9 === null){
coerced6 = "";
}
else {
const err26 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(coerced6 !== undefined){
data9 = coerced6;
if(data8 !== undefined){
data8["request-id"] = coerced6;
}
}
}
if(typeof data9 === "string"){
if(func0(data9) > 1024){
const err27 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
}
else {
const err28 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check6 = validate6;
const schema7 = {"properties":{"query":{},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{"type":"object","properties":{"id":{"description":"An event's identifier, unique per event. Deduplicate on it.","type":"string","minLength":36,"maxLength":36,"pattern":"^evt_[0-9a-f]{32}$","example":"evt_5f0c1f2e3d4b4a5968778695a4b3c2d1"}},"required":["id"]}}};
const pattern12 = new RegExp("^evt_[0-9a-f]{32}$", "u");

function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate6.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["request-id"] !== undefined){
let data1 = data0["request-id"];
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["request-id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 1024){
const err1 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
else {
const err2 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.id === undefined){
const err3 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.id !== undefined){
let data3 = data2.id;
if(typeof data3 !== "string"){
let dataType1 = typeof data3;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data3;
}
else if(data3 === null){
coerced1 = "";
}
else {
const err4 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data2 !== undefined){
data2["id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 36){
const err5 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/maxLength",keyword:"maxLength",params:{limit: 36},message:"must NOT have more than 36 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data3) < 36){
const err6 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/minLength",keyword:"minLength",params:{limit: 36},message:"must NOT have fewer than 36 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern12.test(data3)){
const err7 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/pattern",keyword:"pattern",params:{pattern: "^evt_[0-9a-f]{32}$"},message:"must match pattern \""+"^evt_[0-9a-f]{32}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check7 = validate7;
const schema8 = {"properties":{"query":{"type":"object","properties":{"status":{"description":"An HTTP status.","type":"integer","format":"int32","minimum":100,"maximum":599,"example":429},"status_class":{"description":"The first digit of an HTTP status.","type":"string","enum":["2xx","4xx","5xx"],"example":"4xx"},"operation":{"type":"string","minLength":1,"maxLength":60,"pattern":"^[A-Za-z]+$"},"error_code":{"description":"A code of the error catalogue. Tolerate unknown codes.","type":"string","minLength":1,"maxLength":60,"pattern":"^[a-z_]+$","example":"rate_limited"},"idempotency_key":{"description":"The Idempotency-Key of a request.","type":"string","minLength":1,"maxLength":255,"pattern":"^[ -~]+$","example":"4f1c7a52-order-1041"},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"cursor":{"description":"The next_cursor of the previous page. Opaque.","type":"string","minLength":1,"maxLength":200,"pattern":"^[A-Za-z0-9_-]+$","example":"MjA"},"limit":{"description":"The maximum number of entries of a page.","type":"integer","format":"int32","minimum":1,"maximum":100,"default":20,"example":20}},"required":[]},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{}}};
const pattern13 = new RegExp("^[A-Za-z]+$", "u");
const pattern14 = new RegExp("^[a-z_]+$", "u");

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate7.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.status !== undefined){
let data1 = data0.status;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 === "boolean" || data1 === null
              || (dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1))){
coerced0 = +data1;
}
else {
const err0 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["status"] = coerced0;
}
}
}
if(typeof data1 == "number"){
if(data1 > 599 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},message:"must be <= 599"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < 100 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},message:"must be >= 100"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(formats4.validate(data1))){
const err3 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data0.status_class !== undefined){
let data2 = data0.status_class;
if(typeof data2 !== "string"){
let dataType1 = typeof data2;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data2;
}
else if(data2 === null){
coerced1 = "";
}
else {
const err4 = {instancePath:instancePath+"/query/status_class",schemaPath:"#/properties/query/properties/status_class/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["status_class"] = coerced1;
}
}
}
if(!(((data2 === "2xx") || (data2 === "4xx")) || (data2 === "5xx"))){
const err5 = {instancePath:instancePath+"/query/status_class",schemaPath:"#/properties/query/properties/status_class/enum",keyword:"enum",params:{allowedValues: schema8.properties.query.properties.status_class.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.operation !== undefined){
let data3 = data0.operation;
if(typeof data3 !== "string"){
let dataType2 = typeof data3;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 == "number" || dataType2 == "boolean"){
coerced2 = "" + data3;
}
else if(data3 === null){
coerced2 = "";
}
else {
const err6 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["operation"] = coerced2;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 60){
const err7 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func0(data3) < 1){
const err8 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern13.test(data3)){
const err9 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z]+$"},message:"must match pattern \""+"^[A-Za-z]+$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data0.error_code !== undefined){
let data4 = data0.error_code;
if(typeof data4 !== "string"){
let dataType3 = typeof data4;
let coerced3 = undefined;
if(!(coerced3 !== undefined)){
if(dataType3 == "number" || dataType3 == "boolean"){
coerced3 = "" + data4;
}
else if(data4 === null){
coerced3 = "";
}
else {
const err10 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["error_code"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 60){
const err11 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func0(data4) < 1){
const err12 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern14.test(data4)){
const err13 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/pattern",keyword:"pattern",params:{pattern: "^[a-z_]+$"},message:"must match pattern \""+"^[a-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data0.idempotency_key !== undefined){
let data5 = data0.idempotency_key;
if(typeof data5 !== "string"){
let dataType4 = typeof data5;
let coerced4 = undefined;
if(!(coerced4 !== undefined)){
if(dataType4 == "number" || dataType4 == "boolean"){
coerced4 = "" + data5;
}
else if(data5 === null){
coerced4 = "";
}
else {
const err14 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(coerced4 !== undefined){
data5 = coerced4;
if(data0 !== undefined){
data0["idempotency_key"] = coerced4;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 255){
const err15 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func0(data5) < 1){
const err16 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern5.test(data5)){
const err17 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/pattern",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data0.created_from !== undefined){
let data6 = data0.created_from;
if(typeof data6 !== "string"){
let dataType5 = typeof data6;
let coerced5 = undefined;
if(!(coerced5 !== undefined)){
if(dataType5 == "number" || dataType5 == "boolean"){
coerced5 = "" + data6;
}
else if(data6 === null){
coerced5 = "";
}
else {
const err18 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(coerced5 !== undefined){
data6 = coerced5;
if(data0 !== undefined){
data0["created_from"] = coerced5;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 35){
const err19 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern0.test(data6)){
const err20 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(formats0.validate(data6))){
const err21 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data0.created_before !== undefined){
let data7 = data0.created_before;
if(typeof data7 !== "string"){
let dataType6 = typeof data7;
let coerced6 = undefined;
if(!(coerced6 !== undefined)){
if(dataType6 == "number" || dataType6 == "boolean"){
coerced6 = "" + data7;
}
else if(data7 === null){
coerced6 = "";
}
else {
const err22 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(coerced6 !== undefined){
data7 = coerced6;
if(data0 !== undefined){
data0["created_before"] = coerced6;
}
}
}
if(typeof data7 === "string"){
if(func0(data7) > 35){
const err23 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern0.test(data7)){
const err24 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!(formats0.validate(data7))){
const err25 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data0.cursor !== undefined){
let data8 = data0.cursor;
if(typeof data8 !== "string"){
let dataType7 = typeof data8;
let coerced7 = undefined;
if(!(coerced7 !== undefined)){
if(dataType7 == "number" || dataType7 == "boolean"){
coerced7 = "" + data8;
}
else if(data8 === null){
coerced7 = "";
}
else {
const err26 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(coerced7 !== undefined){
data8 = coerced7;
if(data0 !== undefined){
data0["cursor"] = coerced7;
}
}
}
if(typeof data8 === "string"){
if(func0(data8) > 200){
const err27 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(func0(data8) < 1){
const err28 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!pattern4.test(data8)){
const err29 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
if(data0.limit !== undefined){
let data9 = data0.limit;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
let dataType8 = typeof data9;
let coerced8 = undefined;
if(!(coerced8 !== undefined)){
if(dataType8 === "boolean" || data9 === null
              || (dataType8 === "string" && data9 && data9 == +data9 && !(data9 % 1))){
coerced8 = +data9;
}
else {
const err30 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(coerced8 !== undefined){
data9 = coerced8;
if(data0 !== undefined){
data0["limit"] = coerced8;
}
}
}
if(typeof data9 == "number"){
if(data9 > 100 || isNaN(data9)){
const err31 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err32 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!(formats4.validate(data9))){
const err33 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
}
else {
const err34 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.headers !== undefined){
let data10 = data.headers;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10["request-id"] !== undefined){
let data11 = data10["request-id"];
if(typeof data11 !== "string"){
let dataType9 = typeof data11;
let coerced9 = undefined;
if(!(coerced9 !== undefined)){
if(dataType9 == "number" || dataType9 == "boolean"){
coerced9 = "" + data11;
}
else if(data11 === null){
coerced9 = "";
}
else {
const err35 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(coerced9 !== undefined){
data11 = coerced9;
if(data10 !== undefined){
data10["request-id"] = coerced9;
}
}
}
if(typeof data11 === "string"){
if(func0(data11) > 1024){
const err36 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check8 = validate8;
const schema9 = {"properties":{"query":{},"headers":{"type":"object","properties":{"request-id":{"type":"string","maxLength":1024}},"required":[]},"params":{"type":"object","properties":{"id":{"description":"The identifier of the request. Quote it when you report a problem.","type":"string","minLength":12,"maxLength":68,"pattern":"^req_[0-9A-Za-z]{8,64}$","example":"req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e"}},"required":["id"]}}};
const pattern19 = new RegExp("^req_[0-9A-Za-z]{8,64}$", "u");

function validate8(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate8.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["request-id"] !== undefined){
let data1 = data0["request-id"];
if(typeof data1 !== "string"){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 == "number" || dataType0 == "boolean"){
coerced0 = "" + data1;
}
else if(data1 === null){
coerced0 = "";
}
else {
const err0 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["request-id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 1024){
const err1 = {instancePath:instancePath+"/headers/request-id",schemaPath:"#/properties/headers/properties/request-id/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
else {
const err2 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.id === undefined){
const err3 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.id !== undefined){
let data3 = data2.id;
if(typeof data3 !== "string"){
let dataType1 = typeof data3;
let coerced1 = undefined;
if(!(coerced1 !== undefined)){
if(dataType1 == "number" || dataType1 == "boolean"){
coerced1 = "" + data3;
}
else if(data3 === null){
coerced1 = "";
}
else {
const err4 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data2 !== undefined){
data2["id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 68){
const err5 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/maxLength",keyword:"maxLength",params:{limit: 68},message:"must NOT have more than 68 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data3) < 12){
const err6 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/minLength",keyword:"minLength",params:{limit: 12},message:"must NOT have fewer than 12 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern19.test(data3)){
const err7 = {instancePath:instancePath+"/params/id",schemaPath:"#/properties/params/properties/id/pattern",keyword:"pattern",params:{pattern: "^req_[0-9A-Za-z]{8,64}$"},message:"must match pattern \""+"^req_[0-9A-Za-z]{8,64}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
validate8.errors = vErrors;
return errors === 0;
}
validate8.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

}
const body = {};
{
const exports = body;
"use strict";
exports.check0 = validate0;
const schema0 = {"$ref":"#/components/schemas/VenueSearch"};
const schema1 = {"description":"The search criteria. Each field narrows the result.","type":"object","additionalProperties":false,"properties":{"query":{"description":"Text to find in the venue's name.","type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000]*$","example":"harbour"},"city":{"description":"The city's name.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000]*$","example":"Lisbon"},"country":{"description":"ISO 3166-1 alpha-2.","type":"string","minLength":2,"maxLength":2,"pattern":"^[A-Z]{2}$","example":"PT"},"limit":{"$ref":"#/components/schemas/PageLimit"},"cursor":{"$ref":"#/components/schemas/Cursor"}}};
const schema2 = {"description":"The maximum number of entries of a page.","type":"integer","format":"int32","minimum":1,"maximum":100,"default":20,"example":20};
const schema3 = {"description":"The next_cursor of the previous page. Opaque.","type":"string","minLength":1,"maxLength":200,"pattern":"^[A-Za-z0-9_-]+$","example":"MjA"};
const func0 = require("ajv/dist/runtime/ucs2length").default;
const pattern0 = new RegExp("^[^\\u0000]*$", "u");
const pattern2 = new RegExp("^[A-Z]{2}$", "u");
const pattern3 = new RegExp("^[A-Za-z0-9_-]+$", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats.int32;

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "query") || (key0 === "city")) || (key0 === "country")) || (key0 === "limit")) || (key0 === "cursor"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.query !== undefined){
let data0 = data.query;
if(typeof data0 === "string"){
if(func0(data0) > 200){
const err1 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func0(data0) < 1){
const err2 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern0.test(data0)){
const err3 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.city !== undefined){
let data1 = data.city;
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err5 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data1) < 1){
const err6 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern0.test(data1)){
const err7 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/city",schemaPath:"#/properties/city/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.country !== undefined){
let data2 = data.country;
if(typeof data2 === "string"){
if(func0(data2) > 2){
const err9 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/maxLength",keyword:"maxLength",params:{limit: 2},message:"must NOT have more than 2 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func0(data2) < 2){
const err10 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern2.test(data2)){
const err11 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/pattern",keyword:"pattern",params:{pattern: "^[A-Z]{2}$"},message:"must match pattern \""+"^[A-Z]{2}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/country",schemaPath:"#/properties/country/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.limit !== undefined){
let data3 = data.limit;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err13 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err15 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data3))){
const err16 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.cursor !== undefined){
let data4 = data.cursor;
if(typeof data4 === "string"){
if(func0(data4) > 200){
const err17 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func0(data4) < 1){
const err18 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern3.test(data4)){
const err19 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate1(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check1 = validate3;
const schema4 = {"$ref":"#/components/schemas/AvailabilitySearch"};
const schema5 = {"description":"The venue, the day and the party to search slots for. Send either party_size or party.","type":"object","additionalProperties":false,"required":["venue_id","date"],"properties":{"venue_id":{"$ref":"#/components/schemas/VenueId"},"date":{"description":"The day at the venue, in UTC.","type":"string","format":"date","minLength":10,"maxLength":10,"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","example":"2026-11-21"},"party_size":{"$ref":"#/components/schemas/PartySize"},"party":{"$ref":"#/components/schemas/Party"},"limit":{"$ref":"#/components/schemas/PageLimit"},"cursor":{"$ref":"#/components/schemas/Cursor"}},"if":{"required":["party"],"properties":{"party":{}}},"then":{"properties":{"party_size":{"not":{}}}},"else":{"required":["party_size"],"properties":{"party_size":{}}}};
const schema6 = {"description":"A venue's identifier at its provider.","type":"string","minLength":5,"maxLength":200,"pattern":"^ven_[A-Za-z0-9_-]+$","example":"ven_harbour_table"};
const schema7 = {"description":"The number of people.","type":"integer","format":"int32","minimum":1,"maximum":50,"example":2};
const pattern4 = new RegExp("^ven_[A-Za-z0-9_-]+$", "u");
const pattern5 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");
const formats2 = require("ajv-formats/dist/formats").fullFormats.date;
const schema8 = {"description":"The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people.","type":"array","minItems":1,"maxItems":20,"items":{"$ref":"#/components/schemas/PartyUnit"}};
const schema9 = {"description":"The number of people of one kind.","type":"object","additionalProperties":false,"required":["unit","quantity"],"properties":{"unit":{"$ref":"#/components/schemas/UnitName"},"quantity":{"description":"The number of people of this kind.","type":"integer","format":"int32","minimum":1,"maximum":50,"example":2}}};
const schema10 = {"description":"A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has.","type":"string","minLength":1,"maxLength":60,"pattern":"^[a-z0-9_]+$","example":"adult"};
const pattern6 = new RegExp("^[a-z0-9_]+$", "u");

function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate6.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.unit === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unit"},message:"must have required property '"+"unit"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.quantity === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quantity"},message:"must have required property '"+"quantity"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "unit") || (key0 === "quantity"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.unit !== undefined){
let data0 = data.unit;
if(typeof data0 === "string"){
if(func0(data0) > 60){
const err3 = {instancePath:instancePath+"/unit",schemaPath:"#/components/schemas/UnitName/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func0(data0) < 1){
const err4 = {instancePath:instancePath+"/unit",schemaPath:"#/components/schemas/UnitName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern6.test(data0)){
const err5 = {instancePath:instancePath+"/unit",schemaPath:"#/components/schemas/UnitName/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9_]+$"},message:"must match pattern \""+"^[a-z0-9_]+$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/unit",schemaPath:"#/components/schemas/UnitName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.quantity !== undefined){
let data1 = data.quantity;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err7 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 50 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!(formats0.validate(data1))){
const err10 = {instancePath:instancePath+"/quantity",schemaPath:"#/properties/quantity/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate5.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length > 20){
const err0 = {instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.length < 1){
const err1 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate6(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate4.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.party === undefined) && (missing0 = "party")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.party_size !== undefined){
const err1 = {instancePath:instancePath+"/party_size",schemaPath:"#/then/properties/party_size/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = {};
props0.party_size = true;
props0.party = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.party_size === undefined){
const err2 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "party_size"},message:"must have required property '"+"party_size"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
if(valid0){
if(props0 !== true){
props0 = props0 || {};
props0.party_size = true;
}
}
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.venue_id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "venue_id"},message:"must have required property '"+"venue_id"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.date === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "date"},message:"must have required property '"+"date"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "venue_id") || (key0 === "date")) || (key0 === "party_size")) || (key0 === "party")) || (key0 === "limit")) || (key0 === "cursor"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.venue_id !== undefined){
let data1 = data.venue_id;
if(typeof data1 === "string"){
if(func0(data1) > 200){
const err7 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func0(data1) < 5){
const err8 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/minLength",keyword:"minLength",params:{limit: 5},message:"must NOT have fewer than 5 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/pattern",keyword:"pattern",params:{pattern: "^ven_[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^ven_[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.date !== undefined){
let data2 = data.date;
if(typeof data2 === "string"){
if(func0(data2) > 10){
const err11 = {instancePath:instancePath+"/date",schemaPath:"#/properties/date/maxLength",keyword:"maxLength",params:{limit: 10},message:"must NOT have more than 10 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func0(data2) < 10){
const err12 = {instancePath:instancePath+"/date",schemaPath:"#/properties/date/minLength",keyword:"minLength",params:{limit: 10},message:"must NOT have fewer than 10 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern5.test(data2)){
const err13 = {instancePath:instancePath+"/date",schemaPath:"#/properties/date/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(formats2.validate(data2))){
const err14 = {instancePath:instancePath+"/date",schemaPath:"#/properties/date/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/date",schemaPath:"#/properties/date/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.party_size !== undefined){
let data3 = data.party_size;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err16 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 50 || isNaN(data3)){
const err17 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err18 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(formats0.validate(data3))){
const err19 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.party !== undefined){
if(!(validate5(data.party, {instancePath:instancePath+"/party",parentData:data,parentDataProperty:"party",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
errors = vErrors.length;
}
}
if(data.limit !== undefined){
let data5 = data.limit;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
const err20 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(typeof data5 == "number"){
if(data5 > 100 || isNaN(data5)){
const err21 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err22 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats0.validate(data5))){
const err23 = {instancePath:instancePath+"/limit",schemaPath:"#/components/schemas/PageLimit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.cursor !== undefined){
let data6 = data.cursor;
if(typeof data6 === "string"){
if(func0(data6) > 200){
const err24 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(func0(data6) < 1){
const err25 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!pattern3.test(data6)){
const err26 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate4.errors = vErrors;
return errors === 0;
}
validate4.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate3.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate4(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate4.errors : vErrors.concat(validate4.errors);
errors = vErrors.length;
}
validate3.errors = vErrors;
return errors === 0;
}
validate3.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check2 = validate10;
const schema13 = {"$ref":"#/components/schemas/CreateBooking"};
const schema14 = {"description":"A booking to make. Send either party_size or party.","type":"object","additionalProperties":false,"required":["venue_id","slot_id","guest"],"properties":{"venue_id":{"$ref":"#/components/schemas/VenueId"},"slot_id":{"$ref":"#/components/schemas/SlotId"},"party_size":{"$ref":"#/components/schemas/PartySize"},"party":{"$ref":"#/components/schemas/Party"},"guest":{"$ref":"#/components/schemas/Guest"},"payment_collection":{"$ref":"#/components/schemas/PaymentCollection"},"confirm_later":{"$ref":"#/components/schemas/ConfirmLater"},"webhook_url":{"description":"Stored and returned, but not used for delivery. The service delivers to the organization's webhook URL.","$ref":"#/components/schemas/Url"},"metadata":{"$ref":"#/components/schemas/Metadata"}},"if":{"required":["party"],"properties":{"party":{}}},"then":{"properties":{"party_size":{"not":{}}}},"else":{"required":["party_size"],"properties":{"party_size":{}}}};
const schema16 = {"description":"A slot's identifier from an availability search. Opaque.","type":"string","minLength":5,"maxLength":255,"pattern":"^slt_[A-Za-z0-9_-]+$","example":"slt_harbour_table_20261121T1900"};
const schema18 = {"description":"The guest of the booking.","type":"object","additionalProperties":false,"required":["first_name","email"],"properties":{"first_name":{"description":"Given name.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000]*$","example":"Ada"},"last_name":{"description":"Family name. Some providers require it.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000]*$","example":"Byron"},"email":{"description":"The guest's e-mail address for the provider. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.","type":"string","format":"email","minLength":3,"maxLength":320,"example":"ada@diner.test"},"phone":{"description":"In E.164 form.","type":"string","minLength":8,"maxLength":16,"pattern":"^\\+[1-9][0-9]{6,14}$","example":"+351210000000"}}};
const schema19 = {"description":"Who collects the card payment. If omitted, the venue collects it.","type":"string","const":"cardservice_external"};
const schema20 = {"description":"true: the slot is checked, and the booking waits for confirm_booking in requires_action. The provider books after that, so the slot may be taken meanwhile. Not with payment_collection.","type":"boolean","default":false,"example":true};
const schema21 = {"description":"An absolute http or https address.","type":"string","format":"uri","minLength":8,"maxLength":2048,"pattern":"^https?://","example":"https://hooks.diner.test/bookings"};
const schema22 = {"description":"The caller's own data, returned unchanged. Up to 20 keys of 40 characters, with values of up to 500 characters.","type":"object","maxProperties":20,"propertyNames":{"minLength":1,"maxLength":40,"pattern":"^[^\\u0000]*$"},"additionalProperties":{"type":"string","maxLength":500,"pattern":"^[^\\u0000]*$"},"example":{"table_note":"by the window"}};
const func16 = Object.prototype.hasOwnProperty;
const pattern9 = new RegExp("^slt_[A-Za-z0-9_-]+$", "u");
const pattern12 = new RegExp("^\\+[1-9][0-9]{6,14}$", "u");
const pattern13 = new RegExp("^https?://", "u");
const formats12 = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const formats14 = require("ajv-formats/dist/formats").fullFormats.uri;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate11.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.party === undefined) && (missing0 = "party")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.party_size !== undefined){
const err1 = {instancePath:instancePath+"/party_size",schemaPath:"#/then/properties/party_size/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = {};
props0.party_size = true;
props0.party = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.party_size === undefined){
const err2 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "party_size"},message:"must have required property '"+"party_size"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
if(valid0){
if(props0 !== true){
props0 = props0 || {};
props0.party_size = true;
}
}
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.venue_id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "venue_id"},message:"must have required property '"+"venue_id"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.slot_id === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "slot_id"},message:"must have required property '"+"slot_id"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.guest === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "guest"},message:"must have required property '"+"guest"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(func16.call(schema14.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.venue_id !== undefined){
let data1 = data.venue_id;
if(typeof data1 === "string"){
if(func0(data1) > 200){
const err8 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func0(data1) < 5){
const err9 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/minLength",keyword:"minLength",params:{limit: 5},message:"must NOT have fewer than 5 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern4.test(data1)){
const err10 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/pattern",keyword:"pattern",params:{pattern: "^ven_[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^ven_[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/venue_id",schemaPath:"#/components/schemas/VenueId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.slot_id !== undefined){
let data2 = data.slot_id;
if(typeof data2 === "string"){
if(func0(data2) > 255){
const err12 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func0(data2) < 5){
const err13 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/minLength",keyword:"minLength",params:{limit: 5},message:"must NOT have fewer than 5 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern9.test(data2)){
const err14 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/pattern",keyword:"pattern",params:{pattern: "^slt_[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^slt_[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.party_size !== undefined){
let data3 = data.party_size;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err16 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 50 || isNaN(data3)){
const err17 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err18 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(formats0.validate(data3))){
const err19 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.party !== undefined){
if(!(validate5(data.party, {instancePath:instancePath+"/party",parentData:data,parentDataProperty:"party",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
errors = vErrors.length;
}
}
if(data.guest !== undefined){
let data5 = data.guest;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.first_name === undefined){
const err20 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/required",keyword:"required",params:{missingProperty: "first_name"},message:"must have required property '"+"first_name"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data5.email === undefined){
const err21 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key1 in data5){
if(!((((key1 === "first_name") || (key1 === "last_name")) || (key1 === "email")) || (key1 === "phone"))){
const err22 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data5.first_name !== undefined){
let data6 = data5.first_name;
if(typeof data6 === "string"){
if(func0(data6) > 100){
const err23 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(func0(data6) < 1){
const err24 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!pattern0.test(data6)){
const err25 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data5.last_name !== undefined){
let data7 = data5.last_name;
if(typeof data7 === "string"){
if(func0(data7) > 100){
const err27 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(func0(data7) < 1){
const err28 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!pattern0.test(data7)){
const err29 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data5.email !== undefined){
let data8 = data5.email;
if(typeof data8 === "string"){
if(func0(data8) > 320){
const err31 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(func0(data8) < 3){
const err32 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!(formats12.test(data8))){
const err33 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data5.phone !== undefined){
let data9 = data5.phone;
if(typeof data9 === "string"){
if(func0(data9) > 16){
const err35 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/maxLength",keyword:"maxLength",params:{limit: 16},message:"must NOT have more than 16 characters"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(func0(data9) < 8){
const err36 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!pattern12.test(data9)){
const err37 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"},message:"must match pattern \""+"^\\+[1-9][0-9]{6,14}$"+"\""};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.payment_collection !== undefined){
let data10 = data.payment_collection;
if(typeof data10 !== "string"){
const err40 = {instancePath:instancePath+"/payment_collection",schemaPath:"#/components/schemas/PaymentCollection/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if("cardservice_external" !== data10){
const err41 = {instancePath:instancePath+"/payment_collection",schemaPath:"#/components/schemas/PaymentCollection/const",keyword:"const",params:{allowedValue: "cardservice_external"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.confirm_later !== undefined){
if(typeof data.confirm_later !== "boolean"){
const err42 = {instancePath:instancePath+"/confirm_later",schemaPath:"#/components/schemas/ConfirmLater/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.webhook_url !== undefined){
let data12 = data.webhook_url;
if(typeof data12 === "string"){
if(func0(data12) > 2048){
const err43 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/Url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(func0(data12) < 8){
const err44 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/Url/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!pattern13.test(data12)){
const err45 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/Url/pattern",keyword:"pattern",params:{pattern: "^https?://"},message:"must match pattern \""+"^https?://"+"\""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(!(formats14(data12))){
const err46 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/Url/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\""};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/Url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.metadata !== undefined){
let data13 = data.metadata;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 20){
const err48 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
for(const key2 in data13){
const _errs42 = errors;
if(typeof key2 === "string"){
if(func0(key2) > 40){
const err49 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(func0(key2) < 1){
const err50 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(!pattern0.test(key2)){
const err51 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var valid12 = _errs42 === errors;
if(!valid12){
const err52 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
for(const key3 in data13){
let data14 = data13[key3];
if(typeof data14 === "string"){
if(func0(data14) > 500){
const err53 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(!pattern0.test(data14)){
const err54 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}
validate11.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate10.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate11(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
validate10.errors = vErrors;
return errors === 0;
}
validate10.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check3 = validate14;
const schema23 = {"$ref":"#/components/schemas/EnteredCode"};
const schema24 = {"description":"The input for enter_code.","type":"object","additionalProperties":false,"required":["type","code"],"properties":{"type":{"type":"string","const":"enter_code"},"code":{"description":"The code the person received.","type":"string","minLength":4,"maxLength":12,"pattern":"^[0-9A-Za-z]+$","example":"424242"}}};
const pattern16 = new RegExp("^[0-9A-Za-z]+$", "u");

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate14.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/EnteredCode/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,schemaPath:"#/components/schemas/EnteredCode/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "type") || (key0 === "code"))){
const err2 = {instancePath,schemaPath:"#/components/schemas/EnteredCode/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/EnteredCode/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("enter_code" !== data0){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/EnteredCode/properties/type/const",keyword:"const",params:{allowedValue: "enter_code"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.code !== undefined){
let data1 = data.code;
if(typeof data1 === "string"){
if(func0(data1) > 12){
const err5 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/EnteredCode/properties/code/maxLength",keyword:"maxLength",params:{limit: 12},message:"must NOT have more than 12 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data1) < 4){
const err6 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/EnteredCode/properties/code/minLength",keyword:"minLength",params:{limit: 4},message:"must NOT have fewer than 4 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern16.test(data1)){
const err7 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/EnteredCode/properties/code/pattern",keyword:"pattern",params:{pattern: "^[0-9A-Za-z]+$"},message:"must match pattern \""+"^[0-9A-Za-z]+$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/EnteredCode/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/components/schemas/EnteredCode/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}
validate14.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check4 = validate15;
const schema25 = {"$ref":"#/components/schemas/AuthorizedPayment"};
const schema26 = {"description":"The input for authorize_payment, after the person approved the payment.","type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"type":"string","const":"authorize_payment"}}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate15.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/AuthorizedPayment/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "type")){
const err1 = {instancePath,schemaPath:"#/components/schemas/AuthorizedPayment/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/AuthorizedPayment/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("authorize_payment" !== data0){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/AuthorizedPayment/properties/type/const",keyword:"const",params:{allowedValue: "authorize_payment"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/components/schemas/AuthorizedPayment/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}
validate15.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check5 = validate16;
const schema27 = {"$ref":"#/components/schemas/ConfirmedByCaller"};
const schema28 = {"description":"The input for confirm_booking.","type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"type":"string","const":"confirm_booking"},"guest":{"description":"Replaces the guest of the booking.","$ref":"#/components/schemas/Guest"},"metadata":{"description":"Replaces the metadata of the booking.","$ref":"#/components/schemas/Metadata"}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate17.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "guest")) || (key0 === "metadata"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("confirm_booking" !== data0){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "confirm_booking"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.guest !== undefined){
let data1 = data.guest;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.first_name === undefined){
const err4 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/required",keyword:"required",params:{missingProperty: "first_name"},message:"must have required property '"+"first_name"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.email === undefined){
const err5 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data1){
if(!((((key1 === "first_name") || (key1 === "last_name")) || (key1 === "email")) || (key1 === "phone"))){
const err6 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.first_name !== undefined){
let data2 = data1.first_name;
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err7 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func0(data2) < 1){
const err8 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern0.test(data2)){
const err9 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/guest/first_name",schemaPath:"#/components/schemas/Guest/properties/first_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.last_name !== undefined){
let data3 = data1.last_name;
if(typeof data3 === "string"){
if(func0(data3) > 100){
const err11 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func0(data3) < 1){
const err12 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern0.test(data3)){
const err13 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/guest/last_name",schemaPath:"#/components/schemas/Guest/properties/last_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data1.email !== undefined){
let data4 = data1.email;
if(typeof data4 === "string"){
if(func0(data4) > 320){
const err15 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func0(data4) < 3){
const err16 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!(formats12.test(data4))){
const err17 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/guest/email",schemaPath:"#/components/schemas/Guest/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data1.phone !== undefined){
let data5 = data1.phone;
if(typeof data5 === "string"){
if(func0(data5) > 16){
const err19 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/maxLength",keyword:"maxLength",params:{limit: 16},message:"must NOT have more than 16 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(func0(data5) < 8){
const err20 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!pattern12.test(data5)){
const err21 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"},message:"must match pattern \""+"^\\+[1-9][0-9]{6,14}$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/guest/phone",schemaPath:"#/components/schemas/Guest/properties/phone/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/guest",schemaPath:"#/components/schemas/Guest/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.metadata !== undefined){
let data6 = data.metadata;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 20){
const err24 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/maxProperties",keyword:"maxProperties",params:{limit: 20},message:"must NOT have more than 20 properties"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key2 in data6){
const _errs19 = errors;
if(typeof key2 === "string"){
if(func0(key2) > 40){
const err25 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(func0(key2) < 1){
const err26 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern0.test(key2)){
const err27 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var valid4 = _errs19 === errors;
if(!valid4){
const err28 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
for(const key3 in data6){
let data7 = data6[key3];
if(typeof data7 === "string"){
if(func0(data7) > 500){
const err29 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/Metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!pattern0.test(data7)){
const err30 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/Metadata/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/Metadata/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/metadata",schemaPath:"#/components/schemas/Metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}
validate17.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate16.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate17(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
validate16.errors = vErrors;
return errors === 0;
}
validate16.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check6 = validate19;
const schema31 = {"$ref":"#/components/schemas/AnsweredQuestions"};
const schema32 = {"description":"The input for answer_questions.","type":"object","additionalProperties":false,"required":["type","answers"],"properties":{"type":{"type":"string","const":"answer_questions"},"answers":{"description":"The answers, by the id of the question. An optional question may be left out.","type":"object","maxProperties":50,"propertyNames":{"minLength":1,"maxLength":100,"pattern":"^[A-Za-z0-9_-]+$"},"additionalProperties":{"type":"string","maxLength":1000,"pattern":"^[^\\u0000]*$"},"example":{"pickup":"central_station"}}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate19.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/AnsweredQuestions/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.answers === undefined){
const err1 = {instancePath,schemaPath:"#/components/schemas/AnsweredQuestions/required",keyword:"required",params:{missingProperty: "answers"},message:"must have required property '"+"answers"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "type") || (key0 === "answers"))){
const err2 = {instancePath,schemaPath:"#/components/schemas/AnsweredQuestions/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/AnsweredQuestions/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("answer_questions" !== data0){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/AnsweredQuestions/properties/type/const",keyword:"const",params:{allowedValue: "answer_questions"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.answers !== undefined){
let data1 = data.answers;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(Object.keys(data1).length > 50){
const err5 = {instancePath:instancePath+"/answers",schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/maxProperties",keyword:"maxProperties",params:{limit: 50},message:"must NOT have more than 50 properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data1){
const _errs7 = errors;
if(typeof key1 === "string"){
if(func0(key1) > 100){
const err6 = {instancePath:instancePath+"/answers",schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/propertyNames/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func0(key1) < 1){
const err7 = {instancePath:instancePath+"/answers",schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern3.test(key1)){
const err8 = {instancePath:instancePath+"/answers",schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^[A-Za-z0-9_-]+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var valid2 = _errs7 === errors;
if(!valid2){
const err9 = {instancePath:instancePath+"/answers",schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key2 in data1){
let data2 = data1[key2];
if(typeof data2 === "string"){
if(func0(data2) > 1000){
const err10 = {instancePath:instancePath+"/answers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern0.test(data2)){
const err11 = {instancePath:instancePath+"/answers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/answers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/answers",schemaPath:"#/components/schemas/AnsweredQuestions/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/components/schemas/AnsweredQuestions/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}
validate19.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check7 = validate20;
const schema33 = {"$ref":"#/components/schemas/CancelBooking"};
const schema34 = {"description":"An empty object. The body may also be omitted.","type":"object","additionalProperties":false,"maxProperties":0};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 0){
const err0 = {instancePath,schemaPath:"#/components/schemas/CancelBooking/maxProperties",keyword:"maxProperties",params:{limit: 0},message:"must NOT have more than 0 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
const err1 = {instancePath,schemaPath:"#/components/schemas/CancelBooking/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/components/schemas/CancelBooking/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check8 = validate21;
const schema35 = {"$ref":"#/components/schemas/ModifyBooking"};
const schema36 = {"description":"The new values, at least one. Send at most one of party_size and party.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"slot_id":{"$ref":"#/components/schemas/SlotId"},"party_size":{"$ref":"#/components/schemas/PartySize"},"party":{"$ref":"#/components/schemas/Party"}},"if":{"required":["party"],"properties":{"party":{}}},"then":{"properties":{"party_size":{"not":{}}}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.party === undefined) && (missing0 = "party")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.party_size !== undefined){
const err1 = {instancePath:instancePath+"/party_size",schemaPath:"#/then/properties/party_size/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = {};
props0.party_size = true;
props0.party = true;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err3 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "slot_id") || (key0 === "party_size")) || (key0 === "party"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.slot_id !== undefined){
let data1 = data.slot_id;
if(typeof data1 === "string"){
if(func0(data1) > 255){
const err5 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data1) < 5){
const err6 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/minLength",keyword:"minLength",params:{limit: 5},message:"must NOT have fewer than 5 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern9.test(data1)){
const err7 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/pattern",keyword:"pattern",params:{pattern: "^slt_[A-Za-z0-9_-]+$"},message:"must match pattern \""+"^slt_[A-Za-z0-9_-]+$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/slot_id",schemaPath:"#/components/schemas/SlotId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.party_size !== undefined){
let data2 = data.party_size;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err9 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 50 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data2))){
const err12 = {instancePath:instancePath+"/party_size",schemaPath:"#/components/schemas/PartySize/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.party !== undefined){
if(!(validate5(data.party, {instancePath:instancePath+"/party",parentData:data,parentDataProperty:"party",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
errors = vErrors.length;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check9 = validate25;
const schema39 = {"$ref":"#/components/schemas/EmailDestination"};
const schema40 = {"description":"The code goes to an email address.","type":"object","additionalProperties":false,"required":["channel","destination"],"properties":{"channel":{"type":"string","const":"email"},"destination":{"description":"An email address in ASCII (RFC 5321). An internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.","type":"string","format":"email","minLength":3,"maxLength":320,"example":"ada@diner.test"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.channel === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/EmailDestination/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.destination === undefined){
const err1 = {instancePath,schemaPath:"#/components/schemas/EmailDestination/required",keyword:"required",params:{missingProperty: "destination"},message:"must have required property '"+"destination"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "channel") || (key0 === "destination"))){
const err2 = {instancePath,schemaPath:"#/components/schemas/EmailDestination/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.channel !== undefined){
let data0 = data.channel;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/channel",schemaPath:"#/components/schemas/EmailDestination/properties/channel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("email" !== data0){
const err4 = {instancePath:instancePath+"/channel",schemaPath:"#/components/schemas/EmailDestination/properties/channel/const",keyword:"const",params:{allowedValue: "email"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.destination !== undefined){
let data1 = data.destination;
if(typeof data1 === "string"){
if(func0(data1) > 320){
const err5 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/EmailDestination/properties/destination/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data1) < 3){
const err6 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/EmailDestination/properties/destination/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(formats12.test(data1))){
const err7 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/EmailDestination/properties/destination/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/EmailDestination/properties/destination/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/components/schemas/EmailDestination/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check10 = validate26;
const schema41 = {"$ref":"#/components/schemas/PhoneDestination"};
const schema42 = {"description":"The code goes to a phone.","type":"object","additionalProperties":false,"required":["channel","destination"],"properties":{"channel":{"type":"string","const":"sms"},"destination":{"description":"A phone number in E.164 form.","type":"string","minLength":8,"maxLength":16,"pattern":"^\\+[1-9][0-9]{6,14}$","example":"+351210000000"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.channel === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/PhoneDestination/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.destination === undefined){
const err1 = {instancePath,schemaPath:"#/components/schemas/PhoneDestination/required",keyword:"required",params:{missingProperty: "destination"},message:"must have required property '"+"destination"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "channel") || (key0 === "destination"))){
const err2 = {instancePath,schemaPath:"#/components/schemas/PhoneDestination/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.channel !== undefined){
let data0 = data.channel;
if(typeof data0 !== "string"){
const err3 = {instancePath:instancePath+"/channel",schemaPath:"#/components/schemas/PhoneDestination/properties/channel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if("sms" !== data0){
const err4 = {instancePath:instancePath+"/channel",schemaPath:"#/components/schemas/PhoneDestination/properties/channel/const",keyword:"const",params:{allowedValue: "sms"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.destination !== undefined){
let data1 = data.destination;
if(typeof data1 === "string"){
if(func0(data1) > 16){
const err5 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/PhoneDestination/properties/destination/maxLength",keyword:"maxLength",params:{limit: 16},message:"must NOT have more than 16 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data1) < 8){
const err6 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/PhoneDestination/properties/destination/minLength",keyword:"minLength",params:{limit: 8},message:"must NOT have fewer than 8 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern12.test(data1)){
const err7 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/PhoneDestination/properties/destination/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]{6,14}$"},message:"must match pattern \""+"^\\+[1-9][0-9]{6,14}$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/destination",schemaPath:"#/components/schemas/PhoneDestination/properties/destination/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/components/schemas/PhoneDestination/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check11 = validate27;
const schema43 = {"$ref":"#/components/schemas/VerifySession"};
const schema44 = {"description":"The code the person received.","type":"object","additionalProperties":false,"required":["code"],"properties":{"code":{"description":"6 digits.","type":"string","minLength":6,"maxLength":6,"pattern":"^[0-9]{6}$","example":"424242"}}};
const pattern26 = new RegExp("^[0-9]{6}$", "u");

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/VerifySession/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "code")){
const err1 = {instancePath,schemaPath:"#/components/schemas/VerifySession/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 === "string"){
if(func0(data0) > 6){
const err2 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/VerifySession/properties/code/maxLength",keyword:"maxLength",params:{limit: 6},message:"must NOT have more than 6 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 6){
const err3 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/VerifySession/properties/code/minLength",keyword:"minLength",params:{limit: 6},message:"must NOT have fewer than 6 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern26.test(data0)){
const err4 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/VerifySession/properties/code/pattern",keyword:"pattern",params:{pattern: "^[0-9]{6}$"},message:"must match pattern \""+"^[0-9]{6}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/code",schemaPath:"#/components/schemas/VerifySession/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/components/schemas/VerifySession/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

}

export const publicContract: CompiledContract = {
  "searchVenues": {
    "body": "required",
    "parameters": [
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check0,
    "checkBody": {
      "check": body.check0
    }
  },
  "searchAvailability": {
    "body": "required",
    "parameters": [
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check0,
    "checkBody": {
      "check": body.check1
    }
  },
  "listBookings": {
    "body": "none",
    "parameters": [
      {
        "name": "status",
        "in": "query"
      },
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      },
      {
        "name": "metadata",
        "in": "query",
        "style": "deepObject",
        "explode": true
      },
      {
        "name": "cursor",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check1
  },
  "createBooking": {
    "body": "required",
    "parameters": [
      {
        "name": "Idempotency-Key",
        "in": "header"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check2,
    "checkBody": {
      "check": body.check2
    }
  },
  "getBooking": {
    "body": "none",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check3
  },
  "continueBooking": {
    "body": "required",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "field": "type",
      "checks": {
        "enter_code": body.check3,
        "authorize_payment": body.check4,
        "confirm_booking": body.check5,
        "answer_questions": body.check6
      }
    }
  },
  "cancelBooking": {
    "body": "optional",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check7
    }
  },
  "modifyBooking": {
    "body": "required",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check8
    }
  },
  "createSession": {
    "body": "required",
    "parameters": [
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check0,
    "checkBody": {
      "field": "channel",
      "checks": {
        "email": body.check9,
        "sms": body.check10
      }
    }
  },
  "verifySession": {
    "body": "required",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check4,
    "checkBody": {
      "check": body.check11
    }
  },
  "getSessionCard": {
    "body": "none",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check4
  },
  "getCard": {
    "body": "none",
    "parameters": [
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check0
  },
  "listEvents": {
    "body": "none",
    "parameters": [
      {
        "name": "type",
        "in": "query",
        "isList": true
      },
      {
        "name": "booking_id",
        "in": "query"
      },
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      },
      {
        "name": "cursor",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check5
  },
  "getEvent": {
    "body": "none",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check6
  },
  "listRequests": {
    "body": "none",
    "parameters": [
      {
        "name": "status",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "status_class",
        "in": "query"
      },
      {
        "name": "operation",
        "in": "query"
      },
      {
        "name": "error_code",
        "in": "query"
      },
      {
        "name": "idempotency_key",
        "in": "query"
      },
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      },
      {
        "name": "cursor",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check7
  },
  "getRequest": {
    "body": "none",
    "parameters": [
      {
        "name": "id",
        "in": "path"
      },
      {
        "name": "Request-Id",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check8
  }
};
