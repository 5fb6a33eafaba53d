export const handler = async (): Promise<object> => ({ statusCode: 200 })
