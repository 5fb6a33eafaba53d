import type { Data } from './data.ts'

/** Reads an item that need not exist: any answer proves that the table is reachable and permitted. */
export const pingTable = async (data: Data): Promise<void> => {
  await data.users.get({ userId: 'usr_nobody' }).go()
}
