import type { Database } from './database.ts'

export const pingTable = async (data: Database): Promise<void> => {
  await data.users.get({ userId: 'usr_nobody' }).go()
}
