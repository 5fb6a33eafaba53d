import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'

/** Reference: the minimum that a function of ours loads. */
const client = new DynamoDBClient({})

export const handler = (): Promise<object> => client.send(new GetItemCommand({ TableName: '', Key: {} }))
