import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { findNearestWorkday, toPracticeInstant } from './demo-days.ts'

interface DemoMessage {
  readonly from: 'client' | 'practice'
  readonly text: string
  /** Days after the first one, and the time. */
  readonly at: readonly [days: number, hour: number, minute: number]
}

const written: readonly DemoMessage[] = [
  { from: 'client', at: [0, 18, 5], text: '¿Puedo tomar el probiótico con el café del desayuno, o es mejor esperar?' },
  {
    from: 'practice',
    at: [1, 10, 20],
    text: 'Mejor con agua y unos diez minutos antes: lo muy caliente le sienta mal. El café, después, sin problema.',
  },
  { from: 'client', at: [1, 10, 42], text: 'Así lo haré. Gracias, Elena.' },
]

interface Thread {
  readonly customerId: string
  readonly userId: string
  readonly by: string
}

export async function seedMessages(data: Database, { customerId, userId, by }: Thread, now: Date): Promise<void> {
  const day = findNearestWorkday(addDays(toPracticeDay(now), -9), -1)
  const messages = written.map(({ from, text, at: [days, hour, minute] }, index) => ({
    customerId,
    messageId: `msg_demo-000${index + 1}`,
    from,
    sentBy: from === 'client' ? userId : by,
    text,
    sentAt: toPracticeInstant(addDays(day, days), hour, minute).toISOString(),
  }))
  for (const message of messages) await data.messages.put(message).go()
  const latestOf = (from: DemoMessage['from']) => messages.findLast((each) => each.from === from)?.sentAt ?? ''
  const lastSentAt = messages.at(-1)?.sentAt ?? ''
  await data.messageThreads
    .put({
      customerId,
      version: messages.length,
      lastSentAt,
      lastByClientAt: latestOf('client'),
      toldAt: lastSentAt,
      answeredAt: latestOf('practice'),
      seenByClient: lastSentAt,
      seenByPractice: lastSentAt,
    })
    .go()
}
