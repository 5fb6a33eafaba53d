import type { Data } from './data.ts'

/** Reads an item that need not exist: an answer at all means that the table can be reached and lets us in. */
export const pingTable = async (data: Data): Promise<void> => {
  await data.users.get({ userId: 'usr_nobody' }).go()
}
