/** Reference: what Node itself needs. */
export const handler = async (): Promise<object> => ({ statusCode: 200 })
