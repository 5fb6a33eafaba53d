import { BatchGetCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/BatchGetCommand.js'
import { DeleteCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/DeleteCommand.js'
import { GetCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/GetCommand.js'
import { PutCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/PutCommand.js'
import { QueryCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/QueryCommand.js'
import { TransactWriteCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/TransactWriteCommand.js'
import { UpdateCommand } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/UpdateCommand.js'
import { DynamoDBDocumentClient } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/DynamoDBDocumentClient.js'
import documentCommands from './document-commands.cjs'

/*
 * electrodb asks for `@aws-sdk/lib-dynamodb` by `require`, and what is asked for so is bundled whole, with every command
 * of the client and all that those need. It gets the commands that functions send; another is a TypeError in a bundle.
 */
Object.assign(documentCommands, {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
})

// Of its entry everything is bundled as well: services of several entities are not used here.
export { Entity } from '../../node_modules/electrodb/src/entity.js'
export { ElectroError } from '../../node_modules/electrodb/src/errors.js'
export { createWriteTransaction } from '../../node_modules/electrodb/src/transaction.js'
