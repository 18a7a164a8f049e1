// Written from openapi/admin.yaml. Edit that, then run: npm run generate

// @ts-nocheck
import { createRequire } from 'node:module';
import type { CompiledContract } from '@booking-service/kernel/http/validation/compiled-contract';

const require = createRequire(import.meta.url);
const parameters = {};
{
const exports = parameters;
"use strict";
exports.check0 = validate0;
const schema0 = {"properties":{"query":{"type":"object","properties":{"q":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u001F\\u007F]+$"}},"required":["q"]},"headers":{},"params":{}}};
const func0 = require("ajv/dist/runtime/ucs2length").default;
const pattern0 = new RegExp("^[^\\u0000-\\u001F\\u007F]+$", "u");

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
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.q === undefined){
const err0 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty: "q"},message:"must have required property '"+"q"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.q !== undefined){
let data1 = data0.q;
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
const err1 = {instancePath:instancePath+"/query/q",schemaPath:"#/properties/query/properties/q/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["q"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err2 = {instancePath:instancePath+"/query/q",schemaPath:"#/properties/query/properties/q/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data1) < 1){
const err3 = {instancePath:instancePath+"/query/q",schemaPath:"#/properties/query/properties/q/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern0.test(data1)){
const err4 = {instancePath:instancePath+"/query/q",schemaPath:"#/properties/query/properties/q/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001F\\u007F]+$"},message:"must match pattern \""+"^[^\\u0000-\\u001F\\u007F]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
else {
const err5 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check1 = validate1;
const schema1 = {"properties":{"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{}}};
const pattern1 = new RegExp("^[a-z]+_[0-9A-Za-z_]+$", "u");

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
if(data0.limit !== undefined){
let data1 = data0.limit;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 === "boolean" || data1 === null
              || (dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1))){
coerced0 = +data1;
}
else {
const err0 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
data0["limit"] = coerced0;
}
}
}
if(typeof data1 == "number"){
if(data1 > 100 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data2 = data0.cursor;
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
const err3 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["cursor"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err4 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern1.test(data2)){
const err5 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err6 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check2 = validate2;
const schema2 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"access_token_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["access_token_id"]}}};

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.access_token_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "access_token_id"},message:"must have required property '"+"access_token_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.access_token_id !== undefined){
let data1 = data0.access_token_id;
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
const err1 = {instancePath:instancePath+"/params/access_token_id",schemaPath:"#/properties/params/properties/access_token_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["access_token_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err2 = {instancePath:instancePath+"/params/access_token_id",schemaPath:"#/properties/params/properties/access_token_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern1.test(data1)){
const err3 = {instancePath:instancePath+"/params/access_token_id",schemaPath:"#/properties/params/properties/access_token_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
const schema3 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err1 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err2 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern1.test(data1)){
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
const schema4 = {"properties":{"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

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
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.limit !== undefined){
let data1 = data0.limit;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 === "boolean" || data1 === null
              || (dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1))){
coerced0 = +data1;
}
else {
const err0 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
data0["limit"] = coerced0;
}
}
}
if(typeof data1 == "number"){
if(data1 > 100 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data2 = data0.cursor;
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
const err3 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["cursor"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err4 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern1.test(data2)){
const err5 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err6 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.params !== undefined){
let data3 = data.params;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.organization_id === undefined){
const err7 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3.organization_id !== undefined){
let data4 = data3.organization_id;
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
const err8 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(coerced2 !== undefined){
data4 = coerced2;
if(data3 !== undefined){
data3["organization_id"] = coerced2;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err9 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern1.test(data4)){
const err10 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err11 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
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
const schema5 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"key_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","key_id"]}}};

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.key_id === undefined){
const err1 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "key_id"},message:"must have required property '"+"key_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err2 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern1.test(data1)){
const err4 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data0.key_id !== undefined){
let data2 = data0.key_id;
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
const err5 = {instancePath:instancePath+"/params/key_id",schemaPath:"#/properties/params/properties/key_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data2 = coerced1;
if(data0 !== undefined){
data0["key_id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err6 = {instancePath:instancePath+"/params/key_id",schemaPath:"#/properties/params/properties/key_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern1.test(data2)){
const err7 = {instancePath:instancePath+"/params/key_id",schemaPath:"#/properties/params/properties/key_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check6 = validate6;
const schema6 = {"properties":{"query":{"type":"object","properties":{"status":{"description":"An HTTP status.","type":"integer","minimum":100,"maximum":599},"status_class":{"type":"string","enum":["2xx","4xx","5xx"]},"operation":{"type":"string","minLength":1,"maxLength":60,"pattern":"^[A-Za-z]+$"},"error_code":{"type":"string","minLength":1,"maxLength":60,"pattern":"^[a-z_]+$"},"idempotency_key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[ -~]+$"},"key_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"mode":{"type":"string","enum":["test","live"]},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};
const pattern8 = new RegExp("^[A-Za-z]+$", "u");
const pattern9 = new RegExp("^[a-z_]+$", "u");
const pattern10 = new RegExp("^[ -~]+$", "u");
const pattern12 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats["date-time"];

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
const err3 = {instancePath:instancePath+"/query/status_class",schemaPath:"#/properties/query/properties/status_class/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
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
const err4 = {instancePath:instancePath+"/query/status_class",schemaPath:"#/properties/query/properties/status_class/enum",keyword:"enum",params:{allowedValues: schema6.properties.query.properties.status_class.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
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
const err5 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
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
const err6 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func0(data3) < 1){
const err7 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern8.test(data3)){
const err8 = {instancePath:instancePath+"/query/operation",schemaPath:"#/properties/query/properties/operation/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z]+$"},message:"must match pattern \""+"^[A-Za-z]+$"+"\""};
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
const err9 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
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
const err10 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func0(data4) < 1){
const err11 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern9.test(data4)){
const err12 = {instancePath:instancePath+"/query/error_code",schemaPath:"#/properties/query/properties/error_code/pattern",keyword:"pattern",params:{pattern: "^[a-z_]+$"},message:"must match pattern \""+"^[a-z_]+$"+"\""};
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
const err13 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
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
const err14 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func0(data5) < 1){
const err15 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!pattern10.test(data5)){
const err16 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/pattern",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
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
if(data0.key_id !== undefined){
let data6 = data0.key_id;
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
const err17 = {instancePath:instancePath+"/query/key_id",schemaPath:"#/properties/query/properties/key_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(coerced5 !== undefined){
data6 = coerced5;
if(data0 !== undefined){
data0["key_id"] = coerced5;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 100){
const err18 = {instancePath:instancePath+"/query/key_id",schemaPath:"#/properties/query/properties/key_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern1.test(data6)){
const err19 = {instancePath:instancePath+"/query/key_id",schemaPath:"#/properties/query/properties/key_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data0.mode !== undefined){
let data7 = data0.mode;
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
const err20 = {instancePath:instancePath+"/query/mode",schemaPath:"#/properties/query/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(coerced6 !== undefined){
data7 = coerced6;
if(data0 !== undefined){
data0["mode"] = coerced6;
}
}
}
if(!((data7 === "test") || (data7 === "live"))){
const err21 = {instancePath:instancePath+"/query/mode",schemaPath:"#/properties/query/properties/mode/enum",keyword:"enum",params:{allowedValues: schema6.properties.query.properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data0.created_from !== undefined){
let data8 = data0.created_from;
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
const err22 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(coerced7 !== undefined){
data8 = coerced7;
if(data0 !== undefined){
data0["created_from"] = coerced7;
}
}
}
if(typeof data8 === "string"){
if(func0(data8) > 35){
const err23 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern12.test(data8)){
const err24 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!(formats0.validate(data8))){
const err25 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
if(data0.created_before !== undefined){
let data9 = data0.created_before;
if(typeof data9 !== "string"){
let dataType8 = typeof data9;
let coerced8 = undefined;
if(!(coerced8 !== undefined)){
if(dataType8 == "number" || dataType8 == "boolean"){
coerced8 = "" + data9;
}
else if(data9 === null){
coerced8 = "";
}
else {
const err26 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(coerced8 !== undefined){
data9 = coerced8;
if(data0 !== undefined){
data0["created_before"] = coerced8;
}
}
}
if(typeof data9 === "string"){
if(func0(data9) > 35){
const err27 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!pattern12.test(data9)){
const err28 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!(formats0.validate(data9))){
const err29 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
let data10 = data0.limit;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
let dataType9 = typeof data10;
let coerced9 = undefined;
if(!(coerced9 !== undefined)){
if(dataType9 === "boolean" || data10 === null
              || (dataType9 === "string" && data10 && data10 == +data10 && !(data10 % 1))){
coerced9 = +data10;
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
if(coerced9 !== undefined){
data10 = coerced9;
if(data0 !== undefined){
data0["limit"] = coerced9;
}
}
}
if(typeof data10 == "number"){
if(data10 > 100 || isNaN(data10)){
const err31 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err32 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data11 = data0.cursor;
if(typeof data11 !== "string"){
let dataType10 = typeof data11;
let coerced10 = undefined;
if(!(coerced10 !== undefined)){
if(dataType10 == "number" || dataType10 == "boolean"){
coerced10 = "" + data11;
}
else if(data11 === null){
coerced10 = "";
}
else {
const err33 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(coerced10 !== undefined){
data11 = coerced10;
if(data0 !== undefined){
data0["cursor"] = coerced10;
}
}
}
if(typeof data11 === "string"){
if(func0(data11) > 100){
const err34 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(!pattern1.test(data11)){
const err35 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
}
else {
const err36 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.params !== undefined){
let data12 = data.params;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.organization_id === undefined){
const err37 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data12.organization_id !== undefined){
let data13 = data12.organization_id;
if(typeof data13 !== "string"){
let dataType11 = typeof data13;
let coerced11 = undefined;
if(!(coerced11 !== undefined)){
if(dataType11 == "number" || dataType11 == "boolean"){
coerced11 = "" + data13;
}
else if(data13 === null){
coerced11 = "";
}
else {
const err38 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(coerced11 !== undefined){
data13 = coerced11;
if(data12 !== undefined){
data12["organization_id"] = coerced11;
}
}
}
if(typeof data13 === "string"){
if(func0(data13) > 100){
const err39 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(!pattern1.test(data13)){
const err40 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
}
else {
const err41 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
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
const schema7 = {"properties":{"query":{"type":"object","properties":{"by":{"type":"string","enum":["hour","key","operation"]},"mode":{"type":"string","enum":["test","live"]},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

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
if(data0.by !== undefined){
let data1 = data0.by;
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
const err0 = {instancePath:instancePath+"/query/by",schemaPath:"#/properties/query/properties/by/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["by"] = coerced0;
}
}
}
if(!(((data1 === "hour") || (data1 === "key")) || (data1 === "operation"))){
const err1 = {instancePath:instancePath+"/query/by",schemaPath:"#/properties/query/properties/by/enum",keyword:"enum",params:{allowedValues: schema7.properties.query.properties.by.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.mode !== undefined){
let data2 = data0.mode;
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
const err2 = {instancePath:instancePath+"/query/mode",schemaPath:"#/properties/query/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["mode"] = coerced1;
}
}
}
if(!((data2 === "test") || (data2 === "live"))){
const err3 = {instancePath:instancePath+"/query/mode",schemaPath:"#/properties/query/properties/mode/enum",keyword:"enum",params:{allowedValues: schema7.properties.query.properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.created_from !== undefined){
let data3 = data0.created_from;
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
const err4 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["created_from"] = coerced2;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 35){
const err5 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern12.test(data3)){
const err6 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(formats0.validate(data3))){
const err7 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
if(data0.created_before !== undefined){
let data4 = data0.created_before;
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
const err8 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["created_before"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 35){
const err9 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern12.test(data4)){
const err10 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(formats0.validate(data4))){
const err11 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.params !== undefined){
let data5 = data.params;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.organization_id === undefined){
const err13 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data5.organization_id !== undefined){
let data6 = data5.organization_id;
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
const err14 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data6 = coerced4;
if(data5 !== undefined){
data5["organization_id"] = coerced4;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 100){
const err15 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!pattern1.test(data6)){
const err16 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err17 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check8 = validate8;
const schema8 = {"properties":{"query":{"type":"object","properties":{"action":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[a-zA-Z]+$"},"target":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};
const pattern19 = new RegExp("^[a-zA-Z]+$", "u");

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
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.action !== undefined){
let data1 = data0.action;
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
const err0 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["action"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err1 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func0(data1) < 1){
const err2 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern19.test(data1)){
const err3 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z]+$"},message:"must match pattern \""+"^[a-zA-Z]+$"+"\""};
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
if(data0.target !== undefined){
let data2 = data0.target;
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
const err4 = {instancePath:instancePath+"/query/target",schemaPath:"#/properties/query/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["target"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err5 = {instancePath:instancePath+"/query/target",schemaPath:"#/properties/query/properties/target/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern1.test(data2)){
const err6 = {instancePath:instancePath+"/query/target",schemaPath:"#/properties/query/properties/target/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data0.limit !== undefined){
let data3 = data0.limit;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
let dataType2 = typeof data3;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 === "boolean" || data3 === null
              || (dataType2 === "string" && data3 && data3 == +data3 && !(data3 % 1))){
coerced2 = +data3;
}
else {
const err7 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["limit"] = coerced2;
}
}
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data4 = data0.cursor;
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
const err10 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["cursor"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err11 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern1.test(data4)){
const err12 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err13 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.params !== undefined){
let data5 = data.params;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.organization_id === undefined){
const err14 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5.organization_id !== undefined){
let data6 = data5.organization_id;
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
const err15 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(coerced4 !== undefined){
data6 = coerced4;
if(data5 !== undefined){
data5["organization_id"] = coerced4;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 100){
const err16 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern1.test(data6)){
const err17 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err18 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
validate8.errors = vErrors;
return errors === 0;
}
validate8.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check9 = validate9;
const schema9 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"dashboard_session_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","dashboard_session_id"]}}};

function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate9.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.dashboard_session_id === undefined){
const err1 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "dashboard_session_id"},message:"must have required property '"+"dashboard_session_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err2 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern1.test(data1)){
const err4 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data0.dashboard_session_id !== undefined){
let data2 = data0.dashboard_session_id;
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
const err5 = {instancePath:instancePath+"/params/dashboard_session_id",schemaPath:"#/properties/params/properties/dashboard_session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data2 = coerced1;
if(data0 !== undefined){
data0["dashboard_session_id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err6 = {instancePath:instancePath+"/params/dashboard_session_id",schemaPath:"#/properties/params/properties/dashboard_session_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern1.test(data2)){
const err7 = {instancePath:instancePath+"/params/dashboard_session_id",schemaPath:"#/properties/params/properties/dashboard_session_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
validate9.errors = vErrors;
return errors === 0;
}
validate9.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check10 = validate10;
const schema10 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"member_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","member_id"]}}};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.member_id === undefined){
const err1 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "member_id"},message:"must have required property '"+"member_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err2 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern1.test(data1)){
const err4 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data0.member_id !== undefined){
let data2 = data0.member_id;
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
const err5 = {instancePath:instancePath+"/params/member_id",schemaPath:"#/properties/params/properties/member_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data2 = coerced1;
if(data0 !== undefined){
data0["member_id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err6 = {instancePath:instancePath+"/params/member_id",schemaPath:"#/properties/params/properties/member_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern1.test(data2)){
const err7 = {instancePath:instancePath+"/params/member_id",schemaPath:"#/properties/params/properties/member_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
validate10.errors = vErrors;
return errors === 0;
}
validate10.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check11 = validate11;
const schema11 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"member_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["member_id"]}}};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.member_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "member_id"},message:"must have required property '"+"member_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.member_id !== undefined){
let data1 = data0.member_id;
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
const err1 = {instancePath:instancePath+"/params/member_id",schemaPath:"#/properties/params/properties/member_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["member_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err2 = {instancePath:instancePath+"/params/member_id",schemaPath:"#/properties/params/properties/member_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern1.test(data1)){
const err3 = {instancePath:instancePath+"/params/member_id",schemaPath:"#/properties/params/properties/member_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
validate11.errors = vErrors;
return errors === 0;
}
validate11.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check12 = validate12;
const schema12 = {"properties":{"query":{"type":"object","properties":{"state":{"description":"The state of a delivery. It is pending until an attempt succeeds, or until the last one fails.","type":"string","enum":["pending","succeeded","abandoned"]},"event_type":{"description":"The type of an event.","type":"string","enum":["booking.created","booking.requires_action","booking.processing","booking.confirmed","booking.failed","booking.cancelled","booking.modified"]},"status_class":{"description":"The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response.","type":"string","enum":["none","2xx","3xx","4xx","5xx","other","no_response"]},"booking_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate12.evaluated;
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
if(data0.state !== undefined){
let data1 = data0.state;
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
const err0 = {instancePath:instancePath+"/query/state",schemaPath:"#/properties/query/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["state"] = coerced0;
}
}
}
if(!(((data1 === "pending") || (data1 === "succeeded")) || (data1 === "abandoned"))){
const err1 = {instancePath:instancePath+"/query/state",schemaPath:"#/properties/query/properties/state/enum",keyword:"enum",params:{allowedValues: schema12.properties.query.properties.state.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.event_type !== undefined){
let data2 = data0.event_type;
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
const err2 = {instancePath:instancePath+"/query/event_type",schemaPath:"#/properties/query/properties/event_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["event_type"] = coerced1;
}
}
}
if(!(((((((data2 === "booking.created") || (data2 === "booking.requires_action")) || (data2 === "booking.processing")) || (data2 === "booking.confirmed")) || (data2 === "booking.failed")) || (data2 === "booking.cancelled")) || (data2 === "booking.modified"))){
const err3 = {instancePath:instancePath+"/query/event_type",schemaPath:"#/properties/query/properties/event_type/enum",keyword:"enum",params:{allowedValues: schema12.properties.query.properties.event_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.status_class !== undefined){
let data3 = data0.status_class;
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
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["status_class"] = coerced2;
}
}
}
if(!(((((((data3 === "none") || (data3 === "2xx")) || (data3 === "3xx")) || (data3 === "4xx")) || (data3 === "5xx")) || (data3 === "other")) || (data3 === "no_response"))){
const err5 = {instancePath:instancePath+"/query/status_class",schemaPath:"#/properties/query/properties/status_class/enum",keyword:"enum",params:{allowedValues: schema12.properties.query.properties.status_class.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.booking_id !== undefined){
let data4 = data0.booking_id;
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
const err6 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["booking_id"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err7 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern1.test(data4)){
const err8 = {instancePath:instancePath+"/query/booking_id",schemaPath:"#/properties/query/properties/booking_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
let data5 = data0.created_from;
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
if(coerced4 !== undefined){
data5 = coerced4;
if(data0 !== undefined){
data0["created_from"] = coerced4;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 35){
const err10 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern12.test(data5)){
const err11 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0.validate(data5))){
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
let data6 = data0.created_before;
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
if(coerced5 !== undefined){
data6 = coerced5;
if(data0 !== undefined){
data0["created_before"] = coerced5;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 35){
const err14 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern12.test(data6)){
const err15 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(formats0.validate(data6))){
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
if(data0.limit !== undefined){
let data7 = data0.limit;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
let dataType6 = typeof data7;
let coerced6 = undefined;
if(!(coerced6 !== undefined)){
if(dataType6 === "boolean" || data7 === null
              || (dataType6 === "string" && data7 && data7 == +data7 && !(data7 % 1))){
coerced6 = +data7;
}
else {
const err17 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(coerced6 !== undefined){
data7 = coerced6;
if(data0 !== undefined){
data0["limit"] = coerced6;
}
}
}
if(typeof data7 == "number"){
if(data7 > 100 || isNaN(data7)){
const err18 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err19 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
const err20 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
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
if(func0(data8) > 100){
const err21 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern1.test(data8)){
const err22 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err23 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.params !== undefined){
let data9 = data.params;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.organization_id === undefined){
const err24 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data9.organization_id !== undefined){
let data10 = data9.organization_id;
if(typeof data10 !== "string"){
let dataType8 = typeof data10;
let coerced8 = undefined;
if(!(coerced8 !== undefined)){
if(dataType8 == "number" || dataType8 == "boolean"){
coerced8 = "" + data10;
}
else if(data10 === null){
coerced8 = "";
}
else {
const err25 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(coerced8 !== undefined){
data10 = coerced8;
if(data9 !== undefined){
data9["organization_id"] = coerced8;
}
}
}
if(typeof data10 === "string"){
if(func0(data10) > 100){
const err26 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern1.test(data10)){
const err27 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err28 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate12.errors = vErrors;
return errors === 0;
}
validate12.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check13 = validate13;
const schema13 = {"properties":{"query":{"type":"object","properties":{"before_attempt":{"type":"integer","minimum":1,"maximum":2147483647}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"delivery_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","delivery_id"]}}};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate13.evaluated;
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
if(data0.before_attempt !== undefined){
let data1 = data0.before_attempt;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
let dataType0 = typeof data1;
let coerced0 = undefined;
if(!(coerced0 !== undefined)){
if(dataType0 === "boolean" || data1 === null
              || (dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1))){
coerced0 = +data1;
}
else {
const err0 = {instancePath:instancePath+"/query/before_attempt",schemaPath:"#/properties/query/properties/before_attempt/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
data0["before_attempt"] = coerced0;
}
}
}
if(typeof data1 == "number"){
if(data1 > 2147483647 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/query/before_attempt",schemaPath:"#/properties/query/properties/before_attempt/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/query/before_attempt",schemaPath:"#/properties/query/properties/before_attempt/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
}
else {
const err3 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.organization_id === undefined){
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.delivery_id === undefined){
const err5 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "delivery_id"},message:"must have required property '"+"delivery_id"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.organization_id !== undefined){
let data3 = data2.organization_id;
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
const err6 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data2 !== undefined){
data2["organization_id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 100){
const err7 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern1.test(data3)){
const err8 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data2.delivery_id !== undefined){
let data4 = data2.delivery_id;
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
const err9 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data2 !== undefined){
data2["delivery_id"] = coerced2;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err10 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern1.test(data4)){
const err11 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate13.errors = vErrors;
return errors === 0;
}
validate13.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check14 = validate14;
const schema14 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"delivery_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","delivery_id"]}}};

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.delivery_id === undefined){
const err1 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "delivery_id"},message:"must have required property '"+"delivery_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err2 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern1.test(data1)){
const err4 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data0.delivery_id !== undefined){
let data2 = data0.delivery_id;
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
const err5 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data2 = coerced1;
if(data0 !== undefined){
data0["delivery_id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err6 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern1.test(data2)){
const err7 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
validate14.errors = vErrors;
return errors === 0;
}
validate14.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check15 = validate15;
const schema15 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"delivery_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"attempt":{"type":"string","maxLength":9,"pattern":"^[1-9][0-9]*$"}},"required":["organization_id","delivery_id","attempt"]}}};
const pattern39 = new RegExp("^[1-9][0-9]*$", "u");

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.delivery_id === undefined){
const err1 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "delivery_id"},message:"must have required property '"+"delivery_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.attempt === undefined){
const err2 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "attempt"},message:"must have required property '"+"attempt"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err4 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern1.test(data1)){
const err5 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data0.delivery_id !== undefined){
let data2 = data0.delivery_id;
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
const err6 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["delivery_id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err7 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern1.test(data2)){
const err8 = {instancePath:instancePath+"/params/delivery_id",schemaPath:"#/properties/params/properties/delivery_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data0.attempt !== undefined){
let data3 = data0.attempt;
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
const err9 = {instancePath:instancePath+"/params/attempt",schemaPath:"#/properties/params/properties/attempt/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data3 = coerced2;
if(data0 !== undefined){
data0["attempt"] = coerced2;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 9){
const err10 = {instancePath:instancePath+"/params/attempt",schemaPath:"#/properties/params/properties/attempt/maxLength",keyword:"maxLength",params:{limit: 9},message:"must NOT have more than 9 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern39.test(data3)){
const err11 = {instancePath:instancePath+"/params/attempt",schemaPath:"#/properties/params/properties/attempt/pattern",keyword:"pattern",params:{pattern: "^[1-9][0-9]*$"},message:"must match pattern \""+"^[1-9][0-9]*$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate15.errors = vErrors;
return errors === 0;
}
validate15.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check16 = validate16;
const schema16 = {"properties":{"query":{"type":"object","properties":{"state":{"description":"The state of a delivery that is over.","type":"string","enum":["succeeded","abandoned"]},"event_type":{"description":"The type of an event.","type":"string","enum":["booking.created","booking.requires_action","booking.processing","booking.confirmed","booking.failed","booking.cancelled","booking.modified"]},"status_class":{"description":"The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response.","type":"string","enum":["none","2xx","3xx","4xx","5xx","other","no_response"]},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.state !== undefined){
let data1 = data0.state;
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
const err0 = {instancePath:instancePath+"/query/state",schemaPath:"#/properties/query/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["state"] = coerced0;
}
}
}
if(!((data1 === "succeeded") || (data1 === "abandoned"))){
const err1 = {instancePath:instancePath+"/query/state",schemaPath:"#/properties/query/properties/state/enum",keyword:"enum",params:{allowedValues: schema16.properties.query.properties.state.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.event_type !== undefined){
let data2 = data0.event_type;
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
const err2 = {instancePath:instancePath+"/query/event_type",schemaPath:"#/properties/query/properties/event_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["event_type"] = coerced1;
}
}
}
if(!(((((((data2 === "booking.created") || (data2 === "booking.requires_action")) || (data2 === "booking.processing")) || (data2 === "booking.confirmed")) || (data2 === "booking.failed")) || (data2 === "booking.cancelled")) || (data2 === "booking.modified"))){
const err3 = {instancePath:instancePath+"/query/event_type",schemaPath:"#/properties/query/properties/event_type/enum",keyword:"enum",params:{allowedValues: schema16.properties.query.properties.event_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.status_class !== undefined){
let data3 = data0.status_class;
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
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["status_class"] = coerced2;
}
}
}
if(!(((((((data3 === "none") || (data3 === "2xx")) || (data3 === "3xx")) || (data3 === "4xx")) || (data3 === "5xx")) || (data3 === "other")) || (data3 === "no_response"))){
const err5 = {instancePath:instancePath+"/query/status_class",schemaPath:"#/properties/query/properties/status_class/enum",keyword:"enum",params:{allowedValues: schema16.properties.query.properties.status_class.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.created_from !== undefined){
let data4 = data0.created_from;
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
const err6 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["created_from"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 35){
const err7 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern12.test(data4)){
const err8 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(formats0.validate(data4))){
const err9 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
if(data0.created_before !== undefined){
let data5 = data0.created_before;
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
const err10 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(coerced4 !== undefined){
data5 = coerced4;
if(data0 !== undefined){
data0["created_before"] = coerced4;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 35){
const err11 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern12.test(data5)){
const err12 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(formats0.validate(data5))){
const err13 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
}
else {
const err14 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.params !== undefined){
let data6 = data.params;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.organization_id === undefined){
const err15 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6.organization_id !== undefined){
let data7 = data6.organization_id;
if(typeof data7 !== "string"){
let dataType5 = typeof data7;
let coerced5 = undefined;
if(!(coerced5 !== undefined)){
if(dataType5 == "number" || dataType5 == "boolean"){
coerced5 = "" + data7;
}
else if(data7 === null){
coerced5 = "";
}
else {
const err16 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(coerced5 !== undefined){
data7 = coerced5;
if(data6 !== undefined){
data6["organization_id"] = coerced5;
}
}
}
if(typeof data7 === "string"){
if(func0(data7) > 100){
const err17 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern1.test(data7)){
const err18 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
}
else {
const err19 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate16.errors = vErrors;
return errors === 0;
}
validate16.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check17 = validate17;
const schema17 = {"properties":{"query":{"type":"object","properties":{"bucket":{"type":"string","enum":["hour","day"]},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

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
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.bucket !== undefined){
let data1 = data0.bucket;
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
const err0 = {instancePath:instancePath+"/query/bucket",schemaPath:"#/properties/query/properties/bucket/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["bucket"] = coerced0;
}
}
}
if(!((data1 === "hour") || (data1 === "day"))){
const err1 = {instancePath:instancePath+"/query/bucket",schemaPath:"#/properties/query/properties/bucket/enum",keyword:"enum",params:{allowedValues: schema17.properties.query.properties.bucket.enum},message:"must be equal to one of the allowed values"};
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
if(!pattern12.test(data2)){
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
if(!pattern12.test(data3)){
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
}
else {
const err10 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.params !== undefined){
let data4 = data.params;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.organization_id === undefined){
const err11 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.organization_id !== undefined){
let data5 = data4.organization_id;
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
const err12 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(coerced3 !== undefined){
data5 = coerced3;
if(data4 !== undefined){
data4["organization_id"] = coerced3;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 100){
const err13 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern1.test(data5)){
const err14 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
validate17.errors = vErrors;
return errors === 0;
}
validate17.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check18 = validate18;
const schema18 = {"properties":{"query":{"type":"object","properties":{"status":{"description":"The status of a booking.","type":"string","enum":["processing","requires_action","confirmed","failed","cancelled","expired"]},"mode":{"type":"string","enum":["test","live"]},"provider":{"type":"string","minLength":1,"maxLength":60,"pattern":"^[a-z0-9_-]+$"},"starts_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"starts_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};
const pattern46 = new RegExp("^[a-z0-9_-]+$", "u");

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate18.evaluated;
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
const err1 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/enum",keyword:"enum",params:{allowedValues: schema18.properties.query.properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.mode !== undefined){
let data2 = data0.mode;
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
const err2 = {instancePath:instancePath+"/query/mode",schemaPath:"#/properties/query/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["mode"] = coerced1;
}
}
}
if(!((data2 === "test") || (data2 === "live"))){
const err3 = {instancePath:instancePath+"/query/mode",schemaPath:"#/properties/query/properties/mode/enum",keyword:"enum",params:{allowedValues: schema18.properties.query.properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.provider !== undefined){
let data3 = data0.provider;
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
const err4 = {instancePath:instancePath+"/query/provider",schemaPath:"#/properties/query/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["provider"] = coerced2;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 60){
const err5 = {instancePath:instancePath+"/query/provider",schemaPath:"#/properties/query/properties/provider/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func0(data3) < 1){
const err6 = {instancePath:instancePath+"/query/provider",schemaPath:"#/properties/query/properties/provider/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern46.test(data3)){
const err7 = {instancePath:instancePath+"/query/provider",schemaPath:"#/properties/query/properties/provider/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9_-]+$"},message:"must match pattern \""+"^[a-z0-9_-]+$"+"\""};
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
if(data0.starts_from !== undefined){
let data4 = data0.starts_from;
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
const err8 = {instancePath:instancePath+"/query/starts_from",schemaPath:"#/properties/query/properties/starts_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["starts_from"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 35){
const err9 = {instancePath:instancePath+"/query/starts_from",schemaPath:"#/properties/query/properties/starts_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern12.test(data4)){
const err10 = {instancePath:instancePath+"/query/starts_from",schemaPath:"#/properties/query/properties/starts_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(formats0.validate(data4))){
const err11 = {instancePath:instancePath+"/query/starts_from",schemaPath:"#/properties/query/properties/starts_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data0.starts_before !== undefined){
let data5 = data0.starts_before;
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
const err12 = {instancePath:instancePath+"/query/starts_before",schemaPath:"#/properties/query/properties/starts_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(coerced4 !== undefined){
data5 = coerced4;
if(data0 !== undefined){
data0["starts_before"] = coerced4;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 35){
const err13 = {instancePath:instancePath+"/query/starts_before",schemaPath:"#/properties/query/properties/starts_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern12.test(data5)){
const err14 = {instancePath:instancePath+"/query/starts_before",schemaPath:"#/properties/query/properties/starts_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(formats0.validate(data5))){
const err15 = {instancePath:instancePath+"/query/starts_before",schemaPath:"#/properties/query/properties/starts_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
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
const err16 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
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
const err17 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern12.test(data6)){
const err18 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(formats0.validate(data6))){
const err19 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
const err20 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
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
const err21 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern12.test(data7)){
const err22 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats0.validate(data7))){
const err23 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
if(data0.limit !== undefined){
let data8 = data0.limit;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
let dataType7 = typeof data8;
let coerced7 = undefined;
if(!(coerced7 !== undefined)){
if(dataType7 === "boolean" || data8 === null
              || (dataType7 === "string" && data8 && data8 == +data8 && !(data8 % 1))){
coerced7 = +data8;
}
else {
const err24 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(coerced7 !== undefined){
data8 = coerced7;
if(data0 !== undefined){
data0["limit"] = coerced7;
}
}
}
if(typeof data8 == "number"){
if(data8 > 100 || isNaN(data8)){
const err25 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err26 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data9 = data0.cursor;
if(typeof data9 !== "string"){
let dataType8 = typeof data9;
let coerced8 = undefined;
if(!(coerced8 !== undefined)){
if(dataType8 == "number" || dataType8 == "boolean"){
coerced8 = "" + data9;
}
else if(data9 === null){
coerced8 = "";
}
else {
const err27 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(coerced8 !== undefined){
data9 = coerced8;
if(data0 !== undefined){
data0["cursor"] = coerced8;
}
}
}
if(typeof data9 === "string"){
if(func0(data9) > 100){
const err28 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!pattern1.test(data9)){
const err29 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err30 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.params !== undefined){
let data10 = data.params;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.organization_id === undefined){
const err31 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data10.organization_id !== undefined){
let data11 = data10.organization_id;
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
const err32 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(coerced9 !== undefined){
data11 = coerced9;
if(data10 !== undefined){
data10["organization_id"] = coerced9;
}
}
}
if(typeof data11 === "string"){
if(func0(data11) > 100){
const err33 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!pattern1.test(data11)){
const err34 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
}
else {
const err35 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
validate18.errors = vErrors;
return errors === 0;
}
validate18.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check19 = validate19;
const schema19 = {"properties":{"query":{"type":"object","properties":{"status":{"description":"The status of a payment.","type":"string","enum":["requires_approval","authorized","captured","voided","refunded","unknown"]},"unsettled":{"type":"string","enum":["true","false"]},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};

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
if(!((((((data1 === "requires_approval") || (data1 === "authorized")) || (data1 === "captured")) || (data1 === "voided")) || (data1 === "refunded")) || (data1 === "unknown"))){
const err1 = {instancePath:instancePath+"/query/status",schemaPath:"#/properties/query/properties/status/enum",keyword:"enum",params:{allowedValues: schema19.properties.query.properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data0.unsettled !== undefined){
let data2 = data0.unsettled;
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
const err2 = {instancePath:instancePath+"/query/unsettled",schemaPath:"#/properties/query/properties/unsettled/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["unsettled"] = coerced1;
}
}
}
if(!((data2 === "true") || (data2 === "false"))){
const err3 = {instancePath:instancePath+"/query/unsettled",schemaPath:"#/properties/query/properties/unsettled/enum",keyword:"enum",params:{allowedValues: schema19.properties.query.properties.unsettled.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.limit !== undefined){
let data3 = data0.limit;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
let dataType2 = typeof data3;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 === "boolean" || data3 === null
              || (dataType2 === "string" && data3 && data3 == +data3 && !(data3 % 1))){
coerced2 = +data3;
}
else {
const err4 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["limit"] = coerced2;
}
}
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err5 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data4 = data0.cursor;
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
const err7 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["cursor"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err8 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern1.test(data4)){
const err9 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err10 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.params !== undefined){
let data5 = data.params;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.organization_id === undefined){
const err11 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data5.organization_id !== undefined){
let data6 = data5.organization_id;
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
const err12 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(coerced4 !== undefined){
data6 = coerced4;
if(data5 !== undefined){
data5["organization_id"] = coerced4;
}
}
}
if(typeof data6 === "string"){
if(func0(data6) > 100){
const err13 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern1.test(data6)){
const err14 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
validate19.errors = vErrors;
return errors === 0;
}
validate19.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check20 = validate20;
const schema20 = {"properties":{"query":{"type":"object","properties":{"id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"idempotency_key":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[ -~]+$"},"confirmation_code":{"type":"string","minLength":1,"maxLength":60,"pattern":"^[A-Za-z0-9-]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id"]}}};
const pattern57 = new RegExp("^[A-Za-z0-9-]+$", "u");

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
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.id !== undefined){
let data1 = data0.id;
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
const err0 = {instancePath:instancePath+"/query/id",schemaPath:"#/properties/query/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err1 = {instancePath:instancePath+"/query/id",schemaPath:"#/properties/query/properties/id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern1.test(data1)){
const err2 = {instancePath:instancePath+"/query/id",schemaPath:"#/properties/query/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data0.idempotency_key !== undefined){
let data2 = data0.idempotency_key;
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
const err3 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(coerced1 !== undefined){
data2 = coerced1;
if(data0 !== undefined){
data0["idempotency_key"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 255){
const err4 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func0(data2) < 1){
const err5 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern10.test(data2)){
const err6 = {instancePath:instancePath+"/query/idempotency_key",schemaPath:"#/properties/query/properties/idempotency_key/pattern",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
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
if(data0.confirmation_code !== undefined){
let data3 = data0.confirmation_code;
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
const err7 = {instancePath:instancePath+"/query/confirmation_code",schemaPath:"#/properties/query/properties/confirmation_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["confirmation_code"] = coerced2;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 60){
const err8 = {instancePath:instancePath+"/query/confirmation_code",schemaPath:"#/properties/query/properties/confirmation_code/maxLength",keyword:"maxLength",params:{limit: 60},message:"must NOT have more than 60 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func0(data3) < 1){
const err9 = {instancePath:instancePath+"/query/confirmation_code",schemaPath:"#/properties/query/properties/confirmation_code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern57.test(data3)){
const err10 = {instancePath:instancePath+"/query/confirmation_code",schemaPath:"#/properties/query/properties/confirmation_code/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9-]+$"},message:"must match pattern \""+"^[A-Za-z0-9-]+$"+"\""};
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
const err11 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.params !== undefined){
let data4 = data.params;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.organization_id === undefined){
const err12 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data4.organization_id !== undefined){
let data5 = data4.organization_id;
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
const err13 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data4 !== undefined){
data4["organization_id"] = coerced3;
}
}
}
if(typeof data5 === "string"){
if(func0(data5) > 100){
const err14 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern1.test(data5)){
const err15 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check21 = validate21;
const schema21 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"booking_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","booking_id"]}}};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.organization_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.booking_id === undefined){
const err1 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "booking_id"},message:"must have required property '"+"booking_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.organization_id !== undefined){
let data1 = data0.organization_id;
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
const err2 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data1 = coerced0;
if(data0 !== undefined){
data0["organization_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err3 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern1.test(data1)){
const err4 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data0.booking_id !== undefined){
let data2 = data0.booking_id;
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
const err5 = {instancePath:instancePath+"/params/booking_id",schemaPath:"#/properties/params/properties/booking_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data2 = coerced1;
if(data0 !== undefined){
data0["booking_id"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err6 = {instancePath:instancePath+"/params/booking_id",schemaPath:"#/properties/params/properties/booking_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern1.test(data2)){
const err7 = {instancePath:instancePath+"/params/booking_id",schemaPath:"#/properties/params/properties/booking_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check22 = validate22;
const schema22 = {"properties":{"query":{"type":"object","properties":{"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{"type":"object","properties":{"organization_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"booking_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["organization_id","booking_id"]}}};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query !== undefined){
let data0 = data.query;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.cursor !== undefined){
let data1 = data0.cursor;
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
const err0 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["cursor"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err1 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern1.test(data1)){
const err2 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err3 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.params !== undefined){
let data2 = data.params;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.organization_id === undefined){
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "organization_id"},message:"must have required property '"+"organization_id"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.booking_id === undefined){
const err5 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "booking_id"},message:"must have required property '"+"booking_id"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.organization_id !== undefined){
let data3 = data2.organization_id;
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
const err6 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(coerced1 !== undefined){
data3 = coerced1;
if(data2 !== undefined){
data2["organization_id"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 100){
const err7 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern1.test(data3)){
const err8 = {instancePath:instancePath+"/params/organization_id",schemaPath:"#/properties/params/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data2.booking_id !== undefined){
let data4 = data2.booking_id;
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
const err9 = {instancePath:instancePath+"/params/booking_id",schemaPath:"#/properties/params/properties/booking_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data2 !== undefined){
data2["booking_id"] = coerced2;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err10 = {instancePath:instancePath+"/params/booking_id",schemaPath:"#/properties/params/properties/booking_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern1.test(data4)){
const err11 = {instancePath:instancePath+"/params/booking_id",schemaPath:"#/properties/params/properties/booking_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check23 = validate23;
const schema23 = {"properties":{"query":{"type":"object","properties":{"created_from":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"created_before":{"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
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
if(data0.created_from !== undefined){
let data1 = data0.created_from;
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
const err0 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["created_from"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 35){
const err1 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern12.test(data1)){
const err2 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(formats0.validate(data1))){
const err3 = {instancePath:instancePath+"/query/created_from",schemaPath:"#/properties/query/properties/created_from/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
if(data0.created_before !== undefined){
let data2 = data0.created_before;
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
const err4 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["created_before"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 35){
const err5 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern12.test(data2)){
const err6 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(formats0.validate(data2))){
const err7 = {instancePath:instancePath+"/query/created_before",schemaPath:"#/properties/query/properties/created_before/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
if(data0.limit !== undefined){
let data3 = data0.limit;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
let dataType2 = typeof data3;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 === "boolean" || data3 === null
              || (dataType2 === "string" && data3 && data3 == +data3 && !(data3 % 1))){
coerced2 = +data3;
}
else {
const err8 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["limit"] = coerced2;
}
}
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data4 = data0.cursor;
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
const err11 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(coerced3 !== undefined){
data4 = coerced3;
if(data0 !== undefined){
data0["cursor"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err12 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern1.test(data4)){
const err13 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err14 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check24 = validate24;
const schema24 = {"properties":{"query":{"type":"object","properties":{"action":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[a-zA-Z]+$"},"target":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"limit":{"type":"integer","minimum":1,"maximum":100},"cursor":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":[]},"headers":{},"params":{}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
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
if(data0.action !== undefined){
let data1 = data0.action;
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
const err0 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["action"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err1 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func0(data1) < 1){
const err2 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern19.test(data1)){
const err3 = {instancePath:instancePath+"/query/action",schemaPath:"#/properties/query/properties/action/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z]+$"},message:"must match pattern \""+"^[a-zA-Z]+$"+"\""};
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
if(data0.target !== undefined){
let data2 = data0.target;
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
const err4 = {instancePath:instancePath+"/query/target",schemaPath:"#/properties/query/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["target"] = coerced1;
}
}
}
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err5 = {instancePath:instancePath+"/query/target",schemaPath:"#/properties/query/properties/target/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern1.test(data2)){
const err6 = {instancePath:instancePath+"/query/target",schemaPath:"#/properties/query/properties/target/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
if(data0.limit !== undefined){
let data3 = data0.limit;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
let dataType2 = typeof data3;
let coerced2 = undefined;
if(!(coerced2 !== undefined)){
if(dataType2 === "boolean" || data3 === null
              || (dataType2 === "string" && data3 && data3 == +data3 && !(data3 % 1))){
coerced2 = +data3;
}
else {
const err7 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(coerced2 !== undefined){
data3 = coerced2;
if(data0 !== undefined){
data0["limit"] = coerced2;
}
}
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data0.cursor !== undefined){
let data4 = data0.cursor;
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
const err10 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["cursor"] = coerced3;
}
}
}
if(typeof data4 === "string"){
if(func0(data4) > 100){
const err11 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern1.test(data4)){
const err12 = {instancePath:instancePath+"/query/cursor",schemaPath:"#/properties/query/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err13 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check25 = validate25;
const schema25 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"dashboard_session_id":{"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"}},"required":["dashboard_session_id"]}}};

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.dashboard_session_id === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "dashboard_session_id"},message:"must have required property '"+"dashboard_session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.dashboard_session_id !== undefined){
let data1 = data0.dashboard_session_id;
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
const err1 = {instancePath:instancePath+"/params/dashboard_session_id",schemaPath:"#/properties/params/properties/dashboard_session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["dashboard_session_id"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err2 = {instancePath:instancePath+"/params/dashboard_session_id",schemaPath:"#/properties/params/properties/dashboard_session_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern1.test(data1)){
const err3 = {instancePath:instancePath+"/params/dashboard_session_id",schemaPath:"#/properties/params/properties/dashboard_session_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
}
else {
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check26 = validate26;
const schema26 = {"properties":{"query":{},"headers":{},"params":{"type":"object","properties":{"issuer":{"description":"The name of an issuer, as the file of the service has it.","type":"string","maxLength":40,"pattern":"^[a-z0-9-]{1,40}$"}},"required":["issuer"]}}};
const pattern71 = new RegExp("^[a-z0-9-]{1,40}$", "u");

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
if(data.params !== undefined){
let data0 = data.params;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.issuer === undefined){
const err0 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.issuer !== undefined){
let data1 = data0.issuer;
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
const err1 = {instancePath:instancePath+"/params/issuer",schemaPath:"#/properties/params/properties/issuer/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(coerced0 !== undefined){
data1 = coerced0;
if(data0 !== undefined){
data0["issuer"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 40){
const err2 = {instancePath:instancePath+"/params/issuer",schemaPath:"#/properties/params/properties/issuer/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern71.test(data1)){
const err3 = {instancePath:instancePath+"/params/issuer",schemaPath:"#/properties/params/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,40}$"},message:"must match pattern \""+"^[a-z0-9-]{1,40}$"+"\""};
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
}
else {
const err4 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

exports.check27 = validate27;
const schema27 = {"properties":{"query":{},"headers":{"type":"object","properties":{"cookie":{"type":"string","maxLength":16384}},"required":[]},"params":{"type":"object","properties":{"issuer":{"description":"The name of an issuer, as the file of the service has it.","type":"string","maxLength":40,"pattern":"^[a-z0-9-]{1,40}$"}},"required":["issuer"]}}};

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
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.cookie !== undefined){
let data1 = data0.cookie;
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
const err0 = {instancePath:instancePath+"/headers/cookie",schemaPath:"#/properties/headers/properties/cookie/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data0["cookie"] = coerced0;
}
}
}
if(typeof data1 === "string"){
if(func0(data1) > 16384){
const err1 = {instancePath:instancePath+"/headers/cookie",schemaPath:"#/properties/headers/properties/cookie/maxLength",keyword:"maxLength",params:{limit: 16384},message:"must NOT have more than 16384 characters"};
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
if(data2.issuer === undefined){
const err3 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/required",keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.issuer !== undefined){
let data3 = data2.issuer;
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
const err4 = {instancePath:instancePath+"/params/issuer",schemaPath:"#/properties/params/properties/issuer/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
data2["issuer"] = coerced1;
}
}
}
if(typeof data3 === "string"){
if(func0(data3) > 40){
const err5 = {instancePath:instancePath+"/params/issuer",schemaPath:"#/properties/params/properties/issuer/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern71.test(data3)){
const err6 = {instancePath:instancePath+"/params/issuer",schemaPath:"#/properties/params/properties/issuer/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,40}$"},message:"must match pattern \""+"^[a-z0-9-]{1,40}$"+"\""};
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
}
else {
const err7 = {instancePath:instancePath+"/params",schemaPath:"#/properties/params/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":{"query":true,"headers":true,"params":true},"dynamicProps":false,"dynamicItems":false};

}
const body = {};
{
const exports = body;
"use strict";
exports.check0 = validate0;
const schema0 = {"$ref":"#/components/schemas/CreateAccessToken"};
const schema1 = {"description":"A new access token.","type":"object","additionalProperties":false,"required":["name","role"],"properties":{"name":{"$ref":"#/components/schemas/TokenName"},"role":{"$ref":"#/components/schemas/Role"},"organization_id":{"description":"The organization of a viewer, developer or admin. Every other role has none.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"expires_in_days":{"description":"The days until it expires. Default, it does not expire.","type":"integer","minimum":1,"maximum":3650}}};
const schema2 = {"description":"The name of its holder, which the audit log shows.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$","example":"Ada Byron"};
const schema3 = {"description":"The role of a caller. A viewer, a developer and an admin are members of one organization. Monitoring, support and operator are for all organizations.","type":"string","enum":["viewer","developer","admin","monitoring","support","operator"]};
const func0 = require("ajv/dist/runtime/ucs2length").default;
const pattern0 = new RegExp("^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$", "u");
const pattern1 = new RegExp("^[a-z]+_[0-9A-Za-z_]+$", "u");

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
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.role === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"},message:"must have required property '"+"role"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "name") || (key0 === "role")) || (key0 === "organization_id")) || (key0 === "expires_in_days"))){
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
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/TokenName/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func0(data0) < 1){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/TokenName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern0.test(data0)){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/TokenName/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"+"\""};
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
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/TokenName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.role !== undefined){
let data1 = data.role;
if(typeof data1 !== "string"){
const err7 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/Role/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!((((((data1 === "viewer") || (data1 === "developer")) || (data1 === "admin")) || (data1 === "monitoring")) || (data1 === "support")) || (data1 === "operator"))){
const err8 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/Role/enum",keyword:"enum",params:{allowedValues: schema3.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.organization_id !== undefined){
let data2 = data.organization_id;
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err9 = {instancePath:instancePath+"/organization_id",schemaPath:"#/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern1.test(data2)){
const err10 = {instancePath:instancePath+"/organization_id",schemaPath:"#/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err11 = {instancePath:instancePath+"/organization_id",schemaPath:"#/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.expires_in_days !== undefined){
let data3 = data.expires_in_days;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err12 = {instancePath:instancePath+"/expires_in_days",schemaPath:"#/properties/expires_in_days/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 3650 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/expires_in_days",schemaPath:"#/properties/expires_in_days/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3650},message:"must be <= 3650"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/expires_in_days",schemaPath:"#/properties/expires_in_days/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
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
const schema4 = {"$ref":"#/components/schemas/CreateOrganization"};
const schema5 = {"description":"The settings of a new organization.","type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":"#/components/schemas/OrganizationName"},"webhook_url":{"description":"The URL that receives its webhooks. Default null, no webhooks.","type":["string","null"],"minLength":1,"maxLength":2048,"pattern":"^[^\\u0000-\\u0020\\u007F]+$"},"rate_limit":{"$ref":"#/components/schemas/RateLimit"},"test_allowance":{"$ref":"#/components/schemas/TestAllowance"},"cell":{"description":"The name of the cell that stores it, if the service has several databases. Default: the one with the most room.","type":"string","minLength":1,"maxLength":40,"pattern":"^[a-z0-9-]+$"}}};
const schema6 = {"description":"The name of the organization.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$","example":"Harbour Group"};
const schema7 = {"description":"Metered requests in a window of 5 minutes.","type":"integer","minimum":1,"maximum":1000000000};
const schema8 = {"description":"Confirmed test bookings.","type":"integer","minimum":0,"maximum":1000000000};
const pattern3 = new RegExp("^[^\\u0000-\\u0020\\u007F]+$", "u");
const pattern4 = new RegExp("^[a-z0-9-]+$", "u");

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
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "name") || (key0 === "webhook_url")) || (key0 === "rate_limit")) || (key0 === "test_allowance")) || (key0 === "cell"))){
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
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/OrganizationName/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/OrganizationName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern0.test(data0)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/OrganizationName/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"+"\""};
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
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/OrganizationName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.webhook_url !== undefined){
let data1 = data.webhook_url;
if((typeof data1 !== "string") && (data1 !== null)){
const err6 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/properties/webhook_url/type",keyword:"type",params:{type: schema5.properties.webhook_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data1 === "string"){
if(func0(data1) > 2048){
const err7 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/properties/webhook_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func0(data1) < 1){
const err8 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/properties/webhook_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern3.test(data1)){
const err9 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/properties/webhook_url/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F]+$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F]+$"+"\""};
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
if(data.rate_limit !== undefined){
let data2 = data.rate_limit;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err10 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/components/schemas/RateLimit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 1000000000 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/components/schemas/RateLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err12 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/components/schemas/RateLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
if(data.test_allowance !== undefined){
let data3 = data.test_allowance;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err13 = {instancePath:instancePath+"/test_allowance",schemaPath:"#/components/schemas/TestAllowance/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 1000000000 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/test_allowance",schemaPath:"#/components/schemas/TestAllowance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err15 = {instancePath:instancePath+"/test_allowance",schemaPath:"#/components/schemas/TestAllowance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.cell !== undefined){
let data4 = data.cell;
if(typeof data4 === "string"){
if(func0(data4) > 40){
const err16 = {instancePath:instancePath+"/cell",schemaPath:"#/properties/cell/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func0(data4) < 1){
const err17 = {instancePath:instancePath+"/cell",schemaPath:"#/properties/cell/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern4.test(data4)){
const err18 = {instancePath:instancePath+"/cell",schemaPath:"#/properties/cell/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]+$"},message:"must match pattern \""+"^[a-z0-9-]+$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/cell",schemaPath:"#/properties/cell/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
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

exports.check2 = validate6;
const schema9 = {"$ref":"#/components/schemas/SetStanding"};
const schema10 = {"description":"The new standing of an organization.","type":"object","additionalProperties":false,"required":["standing"],"properties":{"standing":{"$ref":"#/components/schemas/Standing"}}};
const schema11 = {"description":"Requests of an active organization are served. Those of a suspended one are refused with org_suspended.","type":"string","enum":["active","suspended"]};

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
if(data.standing === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "standing"},message:"must have required property '"+"standing"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "standing")){
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
if(data.standing !== undefined){
let data0 = data.standing;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/standing",schemaPath:"#/components/schemas/Standing/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data0 === "active") || (data0 === "suspended"))){
const err3 = {instancePath:instancePath+"/standing",schemaPath:"#/components/schemas/Standing/enum",keyword:"enum",params:{allowedValues: schema11.enum},message:"must be equal to one of the allowed values"};
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
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


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
if(!(validate7(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
errors = vErrors.length;
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check3 = validate9;
const schema12 = {"$ref":"#/components/schemas/SetLimits"};
const schema13 = {"description":"The new limits of an organization. An omitted limit stays.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"rate_limit":{"$ref":"#/components/schemas/RateLimit"},"test_allowance":{"$ref":"#/components/schemas/TestAllowance"}}};

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "rate_limit") || (key0 === "test_allowance"))){
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
if(data.rate_limit !== undefined){
let data0 = data.rate_limit;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err2 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/components/schemas/RateLimit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 1000000000 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/components/schemas/RateLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/components/schemas/RateLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.test_allowance !== undefined){
let data1 = data.test_allowance;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err5 = {instancePath:instancePath+"/test_allowance",schemaPath:"#/components/schemas/TestAllowance/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000000000 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/test_allowance",schemaPath:"#/components/schemas/TestAllowance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/test_allowance",schemaPath:"#/components/schemas/TestAllowance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
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
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
validate10.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate9.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate10(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate10.errors : vErrors.concat(validate10.errors);
errors = vErrors.length;
}
validate9.errors = vErrors;
return errors === 0;
}
validate9.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check4 = validate12;
const schema16 = {"$ref":"#/components/schemas/SetWebhookUrl"};
const schema17 = {"description":"The new webhook URL.","type":"object","additionalProperties":false,"required":["webhook_url"],"properties":{"webhook_url":{"description":"The URL; null for no webhooks.","type":["string","null"],"minLength":1,"maxLength":2048,"pattern":"^[^\\u0000-\\u0020\\u007F]+$"}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate12.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.webhook_url === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/SetWebhookUrl/required",keyword:"required",params:{missingProperty: "webhook_url"},message:"must have required property '"+"webhook_url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "webhook_url")){
const err1 = {instancePath,schemaPath:"#/components/schemas/SetWebhookUrl/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.webhook_url !== undefined){
let data0 = data.webhook_url;
if((typeof data0 !== "string") && (data0 !== null)){
const err2 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/SetWebhookUrl/properties/webhook_url/type",keyword:"type",params:{type: schema17.properties.webhook_url.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data0 === "string"){
if(func0(data0) > 2048){
const err3 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/SetWebhookUrl/properties/webhook_url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func0(data0) < 1){
const err4 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/SetWebhookUrl/properties/webhook_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern3.test(data0)){
const err5 = {instancePath:instancePath+"/webhook_url",schemaPath:"#/components/schemas/SetWebhookUrl/properties/webhook_url/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F]+$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F]+$"+"\""};
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
const err6 = {instancePath,schemaPath:"#/components/schemas/SetWebhookUrl/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}
validate12.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check5 = validate13;
const schema18 = {"$ref":"#/components/schemas/SendTestEvent"};
const schema19 = {"description":"The test event to send.","type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"$ref":"#/components/schemas/KnownEventType"}}};
const schema20 = {"description":"The type of an event.","type":"string","enum":["booking.created","booking.requires_action","booking.processing","booking.confirmed","booking.failed","booking.cancelled","booking.modified"]};

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
if(!(key0 === "type")){
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
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/KnownEventType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((((data0 === "booking.created") || (data0 === "booking.requires_action")) || (data0 === "booking.processing")) || (data0 === "booking.confirmed")) || (data0 === "booking.failed")) || (data0 === "booking.cancelled")) || (data0 === "booking.modified"))){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/components/schemas/KnownEventType/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values"};
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
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}
validate14.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate13.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate14(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
validate13.errors = vErrors;
return errors === 0;
}
validate13.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check6 = validate16;
const schema21 = {"$ref":"#/components/schemas/CreateApiKey"};
const schema22 = {"description":"A new API key. Without `scopes` it has every scope.","type":"object","additionalProperties":false,"required":["mode"],"properties":{"name":{"description":"Its name, for people. Default, Test key or Live key.","$ref":"#/components/schemas/KeyName"},"mode":{"$ref":"#/components/schemas/KeyMode"},"scopes":{"$ref":"#/components/schemas/Scopes"}}};
const schema23 = {"description":"The name of an API key, for people.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$","example":"Website"};
const schema24 = {"description":"The mode of an API key.","type":"string","enum":["test","live"]};
const schema25 = {"description":"A permission of an API key. The scopes are those of the public contract.","type":"array","uniqueItems":true,"maxItems":6,"items":{"type":"string","enum":["venues:read","availability:read","bookings:read","bookings:write","sessions:write","cards:read"]}};

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
if(data.mode === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mode"},message:"must have required property '"+"mode"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "name") || (key0 === "mode")) || (key0 === "scopes"))){
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
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern0.test(data0)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"+"\""};
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
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.mode !== undefined){
let data1 = data.mode;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/mode",schemaPath:"#/components/schemas/KeyMode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((data1 === "test") || (data1 === "live"))){
const err7 = {instancePath:instancePath+"/mode",schemaPath:"#/components/schemas/KeyMode/enum",keyword:"enum",params:{allowedValues: schema24.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.scopes !== undefined){
let data2 = data.scopes;
if(Array.isArray(data2)){
if(data2.length > 6){
const err8 = {instancePath:instancePath+"/scopes",schemaPath:"#/components/schemas/Scopes/maxItems",keyword:"maxItems",params:{limit: 6},message:"must NOT have more than 6 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 !== "string"){
const err9 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/components/schemas/Scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((((((data3 === "venues:read") || (data3 === "availability:read")) || (data3 === "bookings:read")) || (data3 === "bookings:write")) || (data3 === "sessions:write")) || (data3 === "cards:read"))){
const err10 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/components/schemas/Scopes/items/enum",keyword:"enum",params:{allowedValues: schema25.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let i1 = data2.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data2[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err11 = {instancePath:instancePath+"/scopes",schemaPath:"#/components/schemas/Scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err12 = {instancePath:instancePath+"/scopes",schemaPath:"#/components/schemas/Scopes/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
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

exports.check7 = validate19;
const schema26 = {"$ref":"#/components/schemas/RenameApiKey"};
const schema27 = {"description":"The new name of an API key.","type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":"#/components/schemas/KeyName"}}};

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
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "name")){
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
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern0.test(data0)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"+"\""};
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
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/components/schemas/KeyName/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


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
if(!(validate20(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
validate19.errors = vErrors;
return errors === 0;
}
validate19.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check8 = validate22;
const schema29 = {"$ref":"#/components/schemas/InviteMember"};
const schema30 = {"description":"The person to invite.","type":"object","additionalProperties":false,"required":["email","role"],"properties":{"email":{"$ref":"#/components/schemas/MemberEmail"},"role":{"$ref":"#/components/schemas/MemberRole"}}};
const schema31 = {"description":"The email address of the person, in lower case. The audit log names the person by it. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.","type":"string","format":"email","maxLength":100};
const schema32 = {"description":"The role of a member in its organization. Each role may do everything that the ones before it may do.","type":"string","enum":["viewer","developer","admin"]};
const formats0 = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.email === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.role === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"},message:"must have required property '"+"role"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "email") || (key0 === "role"))){
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
if(data.email !== undefined){
let data0 = data.email;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats0.test(data0))){
const err4 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
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
const err5 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.role !== undefined){
let data1 = data.role;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/MemberRole/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((data1 === "viewer") || (data1 === "developer")) || (data1 === "admin"))){
const err7 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/MemberRole/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values"};
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
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


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
if(!(validate23(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check9 = validate25;
const schema33 = {"$ref":"#/components/schemas/ChangeMemberRole"};
const schema34 = {"description":"The new role of a member.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"$ref":"#/components/schemas/MemberRole"}}};

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
if(data.role === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"},message:"must have required property '"+"role"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "role")){
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
if(data.role !== undefined){
let data0 = data.role;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/MemberRole/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((data0 === "viewer") || (data0 === "developer")) || (data0 === "admin"))){
const err3 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/MemberRole/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values"};
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
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


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
if(!(validate26(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check10 = validate28;
const schema36 = {"$ref":"#/components/schemas/InviteOperatorMember"};
const schema37 = {"description":"The person of the operator to invite.","type":"object","additionalProperties":false,"required":["email","role"],"properties":{"email":{"$ref":"#/components/schemas/MemberEmail"},"role":{"$ref":"#/components/schemas/OperatorRole"}}};
const schema39 = {"description":"The role of a member of the operator, in all organizations.","type":"string","enum":["support","operator"]};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.email === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.role === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"},message:"must have required property '"+"role"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "email") || (key0 === "role"))){
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
if(data.email !== undefined){
let data0 = data.email;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats0.test(data0))){
const err4 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
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
const err5 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.role !== undefined){
let data1 = data.role;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/OperatorRole/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((data1 === "support") || (data1 === "operator"))){
const err7 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/OperatorRole/enum",keyword:"enum",params:{allowedValues: schema39.enum},message:"must be equal to one of the allowed values"};
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
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate29(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check11 = validate31;
const schema40 = {"$ref":"#/components/schemas/ChangeOperatorMemberRole"};
const schema41 = {"description":"The new role of a member of the operator.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"$ref":"#/components/schemas/OperatorRole"}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.role === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"},message:"must have required property '"+"role"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "role")){
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
if(data.role !== undefined){
let data0 = data.role;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/OperatorRole/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data0 === "support") || (data0 === "operator"))){
const err3 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/OperatorRole/enum",keyword:"enum",params:{allowedValues: schema39.enum},message:"must be equal to one of the allowed values"};
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
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate32(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check12 = validate34;
const schema43 = {"$ref":"#/components/schemas/ResendSelection"};
const schema44 = {"description":"Which deliveries to resend.","type":"object","additionalProperties":false,"required":["created_from"],"properties":{"created_from":{"description":"Only deliveries of events from this time.","$ref":"#/components/schemas/TimeFilter"},"created_before":{"description":"Only deliveries of events from before this time.","$ref":"#/components/schemas/TimeFilter"},"state":{"description":"Only deliveries in this state. The default is abandoned.","$ref":"#/components/schemas/FinishedState"},"event_type":{"description":"Only deliveries of events of this type.","$ref":"#/components/schemas/KnownEventType"},"status_class":{"description":"Only deliveries whose last recorded attempt had this outcome.","$ref":"#/components/schemas/StatusClass"},"cursor":{"description":"The `next_cursor` of the request before. Omit it in the first request.","$ref":"#/components/schemas/Id"}}};
const schema45 = {"description":"An RFC 3339 instant, in UTC or with an offset. A leap second is refused.","type":"string","format":"date-time","maxLength":35,"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$","example":"2026-11-21T00:00:00Z"};
const schema47 = {"description":"The state of a delivery that is over.","type":"string","enum":["succeeded","abandoned"]};
const schema49 = {"description":"The outcome of the last recorded attempt: the class of the response's status, none if no attempt was recorded, or no_response if the attempt ended without a response.","type":"string","enum":["none","2xx","3xx","4xx","5xx","other","no_response"]};
const schema50 = {"description":"An id.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"};
const formats4 = require("ajv-formats/dist/formats").fullFormats["date-time"];
const pattern8 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$", "u");

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.created_from === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_from"},message:"must have required property '"+"created_from"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "created_from") || (key0 === "created_before")) || (key0 === "state")) || (key0 === "event_type")) || (key0 === "status_class")) || (key0 === "cursor"))){
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
if(data.created_from !== undefined){
let data0 = data.created_from;
if(typeof data0 === "string"){
if(func0(data0) > 35){
const err2 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern8.test(data0)){
const err3 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats4.validate(data0))){
const err4 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
const err5 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.created_before !== undefined){
let data1 = data.created_before;
if(typeof data1 === "string"){
if(func0(data1) > 35){
const err6 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern8.test(data1)){
const err7 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!(formats4.validate(data1))){
const err8 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.state !== undefined){
let data2 = data.state;
if(typeof data2 !== "string"){
const err10 = {instancePath:instancePath+"/state",schemaPath:"#/components/schemas/FinishedState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!((data2 === "succeeded") || (data2 === "abandoned"))){
const err11 = {instancePath:instancePath+"/state",schemaPath:"#/components/schemas/FinishedState/enum",keyword:"enum",params:{allowedValues: schema47.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.event_type !== undefined){
let data3 = data.event_type;
if(typeof data3 !== "string"){
const err12 = {instancePath:instancePath+"/event_type",schemaPath:"#/components/schemas/KnownEventType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(((((((data3 === "booking.created") || (data3 === "booking.requires_action")) || (data3 === "booking.processing")) || (data3 === "booking.confirmed")) || (data3 === "booking.failed")) || (data3 === "booking.cancelled")) || (data3 === "booking.modified"))){
const err13 = {instancePath:instancePath+"/event_type",schemaPath:"#/components/schemas/KnownEventType/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.status_class !== undefined){
let data4 = data.status_class;
if(typeof data4 !== "string"){
const err14 = {instancePath:instancePath+"/status_class",schemaPath:"#/components/schemas/StatusClass/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(((((((data4 === "none") || (data4 === "2xx")) || (data4 === "3xx")) || (data4 === "4xx")) || (data4 === "5xx")) || (data4 === "other")) || (data4 === "no_response"))){
const err15 = {instancePath:instancePath+"/status_class",schemaPath:"#/components/schemas/StatusClass/enum",keyword:"enum",params:{allowedValues: schema49.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.cursor !== undefined){
let data5 = data.cursor;
if(typeof data5 === "string"){
if(func0(data5) > 100){
const err16 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern1.test(data5)){
const err17 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err18 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate35(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check13 = validate37;
const schema51 = {"$ref":"#/components/schemas/ReconcilePayments"};
const schema52 = {"description":"The payments to compare, and whether to repair.","type":"object","additionalProperties":false,"properties":{"created_from":{"description":"Only bookings created from this time.","$ref":"#/components/schemas/TimeFilter"},"created_before":{"description":"Only bookings created before this time.","$ref":"#/components/schemas/TimeFilter"},"limit":{"description":"The maximum of payments to read. The default is 20.","type":"integer","minimum":1,"maximum":20},"cursor":{"description":"The `next_cursor` of the request before. Omit it in the first request.","$ref":"#/components/schemas/Id"},"repair":{"description":"Stores what the card service states, and makes the run due that is owed.","type":"boolean"}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "created_from") || (key0 === "created_before")) || (key0 === "limit")) || (key0 === "cursor")) || (key0 === "repair"))){
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
if(data.created_from !== undefined){
let data0 = data.created_from;
if(typeof data0 === "string"){
if(func0(data0) > 35){
const err1 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern8.test(data0)){
const err2 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(formats4.validate(data0))){
const err3 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
const err4 = {instancePath:instancePath+"/created_from",schemaPath:"#/components/schemas/TimeFilter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.created_before !== undefined){
let data1 = data.created_before;
if(typeof data1 === "string"){
if(func0(data1) > 35){
const err5 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/maxLength",keyword:"maxLength",params:{limit: 35},message:"must NOT have more than 35 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern8.test(data1)){
const err6 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(formats4.validate(data1))){
const err7 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
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
const err8 = {instancePath:instancePath+"/created_before",schemaPath:"#/components/schemas/TimeFilter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.limit !== undefined){
let data2 = data.limit;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err9 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 20 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 20},message:"must be <= 20"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.cursor !== undefined){
let data3 = data.cursor;
if(typeof data3 === "string"){
if(func0(data3) > 100){
const err12 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern1.test(data3)){
const err13 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err14 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.repair !== undefined){
if(typeof data.repair !== "boolean"){
const err15 = {instancePath:instancePath+"/repair",schemaPath:"#/properties/repair/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate38(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
errors = vErrors.length;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check14 = validate40;
const schema56 = {"$ref":"#/components/schemas/RefundPayment"};
const schema57 = {"description":"The refund of a payment.","type":"object","additionalProperties":false,"required":["amount_refunded"],"properties":{"amount_refunded":{"description":"The sum of all refunds of the payment, in the minor unit of its currency. At most the amount.","type":"integer","format":"int64","minimum":1,"maximum":999999999999}}};
const formats12 = require("ajv-formats/dist/formats").fullFormats.int64;

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount_refunded === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/RefundPayment/required",keyword:"required",params:{missingProperty: "amount_refunded"},message:"must have required property '"+"amount_refunded"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "amount_refunded")){
const err1 = {instancePath,schemaPath:"#/components/schemas/RefundPayment/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.amount_refunded !== undefined){
let data0 = data.amount_refunded;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err2 = {instancePath:instancePath+"/amount_refunded",schemaPath:"#/components/schemas/RefundPayment/properties/amount_refunded/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 999999999999 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/amount_refunded",schemaPath:"#/components/schemas/RefundPayment/properties/amount_refunded/maximum",keyword:"maximum",params:{comparison: "<=", limit: 999999999999},message:"must be <= 999999999999"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/amount_refunded",schemaPath:"#/components/schemas/RefundPayment/properties/amount_refunded/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(formats12.validate(data0))){
const err5 = {instancePath:instancePath+"/amount_refunded",schemaPath:"#/components/schemas/RefundPayment/properties/amount_refunded/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
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
const err6 = {instancePath,schemaPath:"#/components/schemas/RefundPayment/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check15 = validate41;
const schema58 = {"$ref":"#/components/schemas/GuestSearch"};
const schema59 = {"description":"The contact of a guest, and where the search continues.","type":"object","additionalProperties":false,"required":["contact"],"properties":{"contact":{"description":"An e-mail address, or a phone number in E.164 form.","type":"string","minLength":3,"maxLength":320,"pattern":"^(?:[^@\\u0000]+@[^@\\u0000]+|\\+[1-9][0-9]{6,14})$"},"cursor":{"description":"next_cursor of the page before.","$ref":"#/components/schemas/Id"}}};
const pattern14 = new RegExp("^(?:[^@\\u0000]+@[^@\\u0000]+|\\+[1-9][0-9]{6,14})$", "u");

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.contact === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "contact"},message:"must have required property '"+"contact"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "contact") || (key0 === "cursor"))){
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
if(data.contact !== undefined){
let data0 = data.contact;
if(typeof data0 === "string"){
if(func0(data0) > 320){
const err2 = {instancePath:instancePath+"/contact",schemaPath:"#/properties/contact/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 3){
const err3 = {instancePath:instancePath+"/contact",schemaPath:"#/properties/contact/minLength",keyword:"minLength",params:{limit: 3},message:"must NOT have fewer than 3 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern14.test(data0)){
const err4 = {instancePath:instancePath+"/contact",schemaPath:"#/properties/contact/pattern",keyword:"pattern",params:{pattern: "^(?:[^@\\u0000]+@[^@\\u0000]+|\\+[1-9][0-9]{6,14})$"},message:"must match pattern \""+"^(?:[^@\\u0000]+@[^@\\u0000]+|\\+[1-9][0-9]{6,14})$"+"\""};
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
const err5 = {instancePath:instancePath+"/contact",schemaPath:"#/properties/contact/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.cursor !== undefined){
let data1 = data.cursor;
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err6 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern1.test(data1)){
const err7 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err8 = {instancePath:instancePath+"/cursor",schemaPath:"#/components/schemas/Id/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate42(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check16 = validate44;
const schema61 = {"$ref":"#/components/schemas/CreateDashboardLink"};
const schema62 = {"description":"A new sign-in link for one person.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"$ref":"#/components/schemas/DashboardRole"},"organization_id":{"description":"The organization of a viewer, developer or admin. Support and operators have none.","type":"string","maxLength":100,"pattern":"^[a-z]+_[0-9A-Za-z_]+$"},"name":{"description":"The name of the person, which the audit log shows. Default, none.","type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"}}};
const schema63 = {"description":"The role of a person in the dashboard.","type":"string","enum":["viewer","developer","admin","support","operator"]};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.role === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "role"},message:"must have required property '"+"role"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "role") || (key0 === "organization_id")) || (key0 === "name"))){
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
if(data.role !== undefined){
let data0 = data.role;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/DashboardRole/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((data0 === "viewer") || (data0 === "developer")) || (data0 === "admin")) || (data0 === "support")) || (data0 === "operator"))){
const err3 = {instancePath:instancePath+"/role",schemaPath:"#/components/schemas/DashboardRole/enum",keyword:"enum",params:{allowedValues: schema63.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.organization_id !== undefined){
let data1 = data.organization_id;
if(typeof data1 === "string"){
if(func0(data1) > 100){
const err4 = {instancePath:instancePath+"/organization_id",schemaPath:"#/properties/organization_id/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern1.test(data1)){
const err5 = {instancePath:instancePath+"/organization_id",schemaPath:"#/properties/organization_id/pattern",keyword:"pattern",params:{pattern: "^[a-z]+_[0-9A-Za-z_]+$"},message:"must match pattern \""+"^[a-z]+_[0-9A-Za-z_]+$"+"\""};
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
const err6 = {instancePath:instancePath+"/organization_id",schemaPath:"#/properties/organization_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 === "string"){
if(func0(data2) > 100){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func0(data2) < 1){
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern0.test(data2)){
const err9 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"},message:"must match pattern \""+"^[^\\u0000-\\u0020\\u007F](?:[^\\u0000-\\u001F\\u007F]*[^\\u0000-\\u0020\\u007F])?$"+"\""};
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
const err10 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate45(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check17 = validate47;
const schema64 = {"$ref":"#/components/schemas/SignIn"};
const schema65 = {"description":"The token of a sign-in link.","type":"object","additionalProperties":false,"required":["link_token"],"properties":{"link_token":{"description":"The fragment of the link, without the number sign.","type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\u0000]*$"}}};
const pattern18 = new RegExp("^[^\\u0000]*$", "u");

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.link_token === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/SignIn/required",keyword:"required",params:{missingProperty: "link_token"},message:"must have required property '"+"link_token"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "link_token")){
const err1 = {instancePath,schemaPath:"#/components/schemas/SignIn/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.link_token !== undefined){
let data0 = data.link_token;
if(typeof data0 === "string"){
if(func0(data0) > 200){
const err2 = {instancePath:instancePath+"/link_token",schemaPath:"#/components/schemas/SignIn/properties/link_token/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 1){
const err3 = {instancePath:instancePath+"/link_token",schemaPath:"#/components/schemas/SignIn/properties/link_token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern18.test(data0)){
const err4 = {instancePath:instancePath+"/link_token",schemaPath:"#/components/schemas/SignIn/properties/link_token/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000]*$"},message:"must match pattern \""+"^[^\\u0000]*$"+"\""};
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
const err5 = {instancePath:instancePath+"/link_token",schemaPath:"#/components/schemas/SignIn/properties/link_token/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err6 = {instancePath,schemaPath:"#/components/schemas/SignIn/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check18 = validate48;
const schema66 = {"$ref":"#/components/schemas/RequestSignInLink"};
const schema67 = {"description":"The email address to which a sign-in link is sent, if it is that of a member.","type":"object","additionalProperties":false,"required":["email"],"properties":{"email":{"$ref":"#/components/schemas/MemberEmail"}}};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.email === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "email")){
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
if(data.email !== undefined){
let data0 = data.email;
if(typeof data0 === "string"){
if(func0(data0) > 100){
const err2 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(formats0.test(data0))){
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
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
const err4 = {instancePath:instancePath+"/email",schemaPath:"#/components/schemas/MemberEmail/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check19 = validate51;
const schema69 = {"$ref":"#/components/schemas/FinishIssuerSignIn"};
const schema70 = {"description":"The response of an issuer.","type":"object","additionalProperties":false,"required":["response"],"properties":{"response":{"description":"The query of the address to which the issuer sent the browser, without the question mark.","type":"string","minLength":1,"maxLength":3500,"pattern":"^[\\u0021-\\u007E]+$"}}};
const pattern19 = new RegExp("^[\\u0021-\\u007E]+$", "u");

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.response === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/FinishIssuerSignIn/required",keyword:"required",params:{missingProperty: "response"},message:"must have required property '"+"response"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "response")){
const err1 = {instancePath,schemaPath:"#/components/schemas/FinishIssuerSignIn/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.response !== undefined){
let data0 = data.response;
if(typeof data0 === "string"){
if(func0(data0) > 3500){
const err2 = {instancePath:instancePath+"/response",schemaPath:"#/components/schemas/FinishIssuerSignIn/properties/response/maxLength",keyword:"maxLength",params:{limit: 3500},message:"must NOT have more than 3500 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func0(data0) < 1){
const err3 = {instancePath:instancePath+"/response",schemaPath:"#/components/schemas/FinishIssuerSignIn/properties/response/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern19.test(data0)){
const err4 = {instancePath:instancePath+"/response",schemaPath:"#/components/schemas/FinishIssuerSignIn/properties/response/pattern",keyword:"pattern",params:{pattern: "^[\\u0021-\\u007E]+$"},message:"must match pattern \""+"^[\\u0021-\\u007E]+$"+"\""};
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
const err5 = {instancePath:instancePath+"/response",schemaPath:"#/components/schemas/FinishIssuerSignIn/properties/response/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err6 = {instancePath,schemaPath:"#/components/schemas/FinishIssuerSignIn/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check20 = validate52;
const schema71 = {"$ref":"#/components/schemas/AdvanceClock"};
const schema72 = {"description":"The time to advance.","type":"object","additionalProperties":false,"required":["ms"],"properties":{"ms":{"description":"The time in milliseconds, at most 31 days.","type":"integer","minimum":1,"maximum":2678400000}}};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ms === undefined){
const err0 = {instancePath,schemaPath:"#/components/schemas/AdvanceClock/required",keyword:"required",params:{missingProperty: "ms"},message:"must have required property '"+"ms"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "ms")){
const err1 = {instancePath,schemaPath:"#/components/schemas/AdvanceClock/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.ms !== undefined){
let data0 = data.ms;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err2 = {instancePath:instancePath+"/ms",schemaPath:"#/components/schemas/AdvanceClock/properties/ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 2678400000 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/ms",schemaPath:"#/components/schemas/AdvanceClock/properties/ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2678400000},message:"must be <= 2678400000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/ms",schemaPath:"#/components/schemas/AdvanceClock/properties/ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/components/schemas/AdvanceClock/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

exports.check21 = validate53;
const schema73 = {"$ref":"#/components/schemas/SetFaults"};
const schema74 = {"description":"New faults of the sandbox. An omitted one stays.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"provider":{"$ref":"#/components/schemas/Fault"},"endpoint":{"$ref":"#/components/schemas/Fault"}}};
const schema75 = {"description":"How a simulated system behaves. `normal` responds as its magic values say. `slow` responds after delay_seconds, by the sandbox clock. `failing` responds with a server error. `unavailable` does not respond, so the service waits until its timeout.","type":"object","additionalProperties":false,"required":["behavior"],"properties":{"behavior":{"type":"string","enum":["normal","slow","failing","unavailable"]},"delay_seconds":{"description":"The delay of a slow system, in seconds. The default is 5. The others ignore it.","type":"integer","minimum":1,"maximum":60}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "provider") || (key0 === "endpoint"))){
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
if(data.provider !== undefined){
let data0 = data.provider;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.behavior === undefined){
const err2 = {instancePath:instancePath+"/provider",schemaPath:"#/components/schemas/Fault/required",keyword:"required",params:{missingProperty: "behavior"},message:"must have required property '"+"behavior"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key1 in data0){
if(!((key1 === "behavior") || (key1 === "delay_seconds"))){
const err3 = {instancePath:instancePath+"/provider",schemaPath:"#/components/schemas/Fault/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data0.behavior !== undefined){
let data1 = data0.behavior;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/provider/behavior",schemaPath:"#/components/schemas/Fault/properties/behavior/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((((data1 === "normal") || (data1 === "slow")) || (data1 === "failing")) || (data1 === "unavailable"))){
const err5 = {instancePath:instancePath+"/provider/behavior",schemaPath:"#/components/schemas/Fault/properties/behavior/enum",keyword:"enum",params:{allowedValues: schema75.properties.behavior.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.delay_seconds !== undefined){
let data2 = data0.delay_seconds;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err6 = {instancePath:instancePath+"/provider/delay_seconds",schemaPath:"#/components/schemas/Fault/properties/delay_seconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 60 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/provider/delay_seconds",schemaPath:"#/components/schemas/Fault/properties/delay_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60},message:"must be <= 60"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/provider/delay_seconds",schemaPath:"#/components/schemas/Fault/properties/delay_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
}
else {
const err9 = {instancePath:instancePath+"/provider",schemaPath:"#/components/schemas/Fault/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.endpoint !== undefined){
let data3 = data.endpoint;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.behavior === undefined){
const err10 = {instancePath:instancePath+"/endpoint",schemaPath:"#/components/schemas/Fault/required",keyword:"required",params:{missingProperty: "behavior"},message:"must have required property '"+"behavior"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key2 in data3){
if(!((key2 === "behavior") || (key2 === "delay_seconds"))){
const err11 = {instancePath:instancePath+"/endpoint",schemaPath:"#/components/schemas/Fault/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.behavior !== undefined){
let data4 = data3.behavior;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/endpoint/behavior",schemaPath:"#/components/schemas/Fault/properties/behavior/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!((((data4 === "normal") || (data4 === "slow")) || (data4 === "failing")) || (data4 === "unavailable"))){
const err13 = {instancePath:instancePath+"/endpoint/behavior",schemaPath:"#/components/schemas/Fault/properties/behavior/enum",keyword:"enum",params:{allowedValues: schema75.properties.behavior.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.delay_seconds !== undefined){
let data5 = data3.delay_seconds;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
const err14 = {instancePath:instancePath+"/endpoint/delay_seconds",schemaPath:"#/components/schemas/Fault/properties/delay_seconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data5 == "number"){
if(data5 > 60 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/endpoint/delay_seconds",schemaPath:"#/components/schemas/Fault/properties/delay_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60},message:"must be <= 60"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err16 = {instancePath:instancePath+"/endpoint/delay_seconds",schemaPath:"#/components/schemas/Fault/properties/delay_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
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
}
else {
const err17 = {instancePath:instancePath+"/endpoint",schemaPath:"#/components/schemas/Fault/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate54(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

}

export const adminContract: CompiledContract = {
  "getLiveness": {
    "body": "none",
    "parameters": []
  },
  "getReadiness": {
    "body": "none",
    "parameters": []
  },
  "getMetrics": {
    "body": "none",
    "parameters": []
  },
  "getHealth": {
    "body": "none",
    "parameters": []
  },
  "listProviders": {
    "body": "none",
    "parameters": []
  },
  "searchObjects": {
    "body": "none",
    "parameters": [
      {
        "name": "q",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check0
  },
  "getCaller": {
    "body": "none",
    "parameters": []
  },
  "listAccessTokens": {
    "body": "none",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check1
  },
  "createAccessToken": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check0
    }
  },
  "revokeAccessToken": {
    "body": "none",
    "parameters": [
      {
        "name": "access_token_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check2
  },
  "listOrganizations": {
    "body": "none",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check1
  },
  "createOrganization": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check1
    }
  },
  "getOrganization": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "setStanding": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check2
    }
  },
  "setLimits": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check3
    }
  },
  "getSettings": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "setWebhookUrl": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check4
    }
  },
  "sendTestEvent": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check5
    }
  },
  "revealSigningSecret": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "prepareSigningSecret": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "activateSigningSecret": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "discardPreparedSecret": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "listApiKeys": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check4
  },
  "createApiKey": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check6
    }
  },
  "renameApiKey": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "key_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check5,
    "checkBody": {
      "check": body.check7
    }
  },
  "revokeApiKey": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "key_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check5
  },
  "listOrganizationRequests": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
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
        "name": "key_id",
        "in": "query"
      },
      {
        "name": "mode",
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
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check6
  },
  "countRequests": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "by",
        "in": "query"
      },
      {
        "name": "mode",
        "in": "query"
      },
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check7
  },
  "getUsage": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3
  },
  "listAuditEntries": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "action",
        "in": "query"
      },
      {
        "name": "target",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check8
  },
  "listOrganizationSessions": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check4
  },
  "revokeOrganizationSession": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "dashboard_session_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check9
  },
  "listMembers": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check4
  },
  "inviteMember": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check8
    }
  },
  "changeMemberRole": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "member_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check10,
    "checkBody": {
      "check": body.check9
    }
  },
  "removeMember": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "member_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check10
  },
  "listOperatorMembers": {
    "body": "none",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check1
  },
  "inviteOperatorMember": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check10
    }
  },
  "changeOperatorMemberRole": {
    "body": "required",
    "parameters": [
      {
        "name": "member_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check11,
    "checkBody": {
      "check": body.check11
    }
  },
  "removeOperatorMember": {
    "body": "none",
    "parameters": [
      {
        "name": "member_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check11
  },
  "listDeliveries": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "state",
        "in": "query"
      },
      {
        "name": "event_type",
        "in": "query"
      },
      {
        "name": "status_class",
        "in": "query"
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
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check12
  },
  "getDelivery": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "delivery_id",
        "in": "path"
      },
      {
        "name": "before_attempt",
        "in": "query",
        "isInteger": true
      }
    ],
    "checkParameters": parameters.check13
  },
  "resendDelivery": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "delivery_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check14
  },
  "deleteAttemptResponse": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "delivery_id",
        "in": "path"
      },
      {
        "name": "attempt",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check15
  },
  "resendDeliveries": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check12
    }
  },
  "countDeliveries": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "state",
        "in": "query"
      },
      {
        "name": "event_type",
        "in": "query"
      },
      {
        "name": "status_class",
        "in": "query"
      },
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check16
  },
  "getDeliveryStatistics": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "bucket",
        "in": "query"
      },
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check17
  },
  "listOrganizationBookings": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "status",
        "in": "query"
      },
      {
        "name": "mode",
        "in": "query"
      },
      {
        "name": "provider",
        "in": "query"
      },
      {
        "name": "starts_from",
        "in": "query"
      },
      {
        "name": "starts_before",
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
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check18
  },
  "listPayments": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "status",
        "in": "query"
      },
      {
        "name": "unsettled",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check19
  },
  "reconcilePayments": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check13
    }
  },
  "findBooking": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "id",
        "in": "query"
      },
      {
        "name": "idempotency_key",
        "in": "query"
      },
      {
        "name": "confirmation_code",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check20
  },
  "getBookingState": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check21
  },
  "retryBooking": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check21
  },
  "failBooking": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check21
  },
  "refundPayment": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check21,
    "checkBody": {
      "check": body.check14
    }
  },
  "getBookingTimeline": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check22
  },
  "listReceivedWebhooks": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check4
  },
  "listFailedRequests": {
    "body": "none",
    "parameters": [
      {
        "name": "created_from",
        "in": "query"
      },
      {
        "name": "created_before",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check23
  },
  "listStuckBookings": {
    "body": "none",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check1
  },
  "eraseBooking": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check21
  },
  "exportBooking": {
    "body": "none",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      },
      {
        "name": "booking_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check21
  },
  "findGuestBookings": {
    "body": "required",
    "parameters": [
      {
        "name": "organization_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check3,
    "checkBody": {
      "check": body.check15
    }
  },
  "listAllAuditEntries": {
    "body": "none",
    "parameters": [
      {
        "name": "action",
        "in": "query"
      },
      {
        "name": "target",
        "in": "query"
      },
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check24
  },
  "createDashboardLink": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check16
    }
  },
  "listDashboardSessions": {
    "body": "none",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "isInteger": true
      },
      {
        "name": "cursor",
        "in": "query"
      }
    ],
    "checkParameters": parameters.check1
  },
  "revokeDashboardSession": {
    "body": "none",
    "parameters": [
      {
        "name": "dashboard_session_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check25
  },
  "getSession": {
    "body": "none",
    "parameters": []
  },
  "signIn": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check17
    }
  },
  "signOut": {
    "body": "none",
    "parameters": []
  },
  "listOwnSessions": {
    "body": "none",
    "parameters": []
  },
  "revokeOwnSession": {
    "body": "none",
    "parameters": [
      {
        "name": "dashboard_session_id",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check25
  },
  "readSignInLink": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check17
    }
  },
  "requestSignInLink": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check18
    }
  },
  "getSignInOptions": {
    "body": "none",
    "parameters": []
  },
  "startIssuerSignIn": {
    "body": "none",
    "parameters": [
      {
        "name": "issuer",
        "in": "path"
      }
    ],
    "checkParameters": parameters.check26
  },
  "finishIssuerSignIn": {
    "body": "required",
    "parameters": [
      {
        "name": "issuer",
        "in": "path"
      },
      {
        "name": "Cookie",
        "in": "header"
      }
    ],
    "checkParameters": parameters.check27,
    "checkBody": {
      "check": body.check19
    }
  },
  "getSandboxClock": {
    "body": "none",
    "parameters": []
  },
  "advanceSandboxClock": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check20
    }
  },
  "listMagicValues": {
    "body": "none",
    "parameters": []
  },
  "getFaults": {
    "body": "none",
    "parameters": []
  },
  "setFaults": {
    "body": "required",
    "parameters": [],
    "checkBody": {
      "check": body.check21
    }
  }
};
