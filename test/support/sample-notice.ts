import type { Database } from '#data/database'

/** What the samples of mails to administrators tell, and the administrador whom they are for. */
export async function recordSampleNotice({ data }: { readonly data: Database }): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  await data.users
    .put({
      userId: 'usr_00000001',
      firstName: 'Elena',
      lastName: 'Mora',
      email: 'direccion@habitat.test',
      role: 'administrador',
      status: 'active',
      createdAt: at,
    })
    .go()
  await data.practiceNotices
    .put({
      noticeId: 'ntc_00000001',
      customerId: 'cus_nobody-here',
      kind: 'payment',
      startsAt: '2026-12-01T09:00:00.000Z',
      amountCents: 8000,
      happenedAt: at,
      createdAt: at,
      expiresAtEpoch: 1_900_000_000,
    })
    .go()
}
