/**
 * In place of `@aws-sdk/lib-dynamodb`. electrodb.mjs puts the values in; named here, so that whoever has imported them
 * before sees them too.
 */
module.exports = {
  BatchGetCommand: undefined,
  DeleteCommand: undefined,
  DynamoDBDocumentClient: undefined,
  GetCommand: undefined,
  PutCommand: undefined,
  QueryCommand: undefined,
  TransactWriteCommand: undefined,
  UpdateCommand: undefined,
}
