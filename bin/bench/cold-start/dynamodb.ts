import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'

/** Reference: the least that a function of ours can load. */
const client = new DynamoDBClient({})

export const handler = (): Promise<object> => client.send(new GetItemCommand({ TableName: '', Key: {} }))
