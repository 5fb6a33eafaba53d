import type { Database } from './database.ts'

/** Reads an item that need not exist: any answer proves that the table is reachable and permitted. */
export const pingTable = async (data: Database): Promise<void> => {
  await data.users.get({ userId: 'usr_nobody' }).go()
}
