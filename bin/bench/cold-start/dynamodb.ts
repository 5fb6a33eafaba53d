import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'

const client = new DynamoDBClient({})

export const handler = (): Promise<object> => client.send(new GetItemCommand({ TableName: '', Key: {} }))
