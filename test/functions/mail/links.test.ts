import { expect, test } from 'vitest'
import { mailedLinkParameters, parseMailedLink } from '#contract/mailed-links'
import type { MailTemplateData } from '#data/mail'
import { toEmailAddressId } from '#platform/email-address-id'
import { createLambdaHandler as serveCustomMessage } from '../../../functions/account/custom-message.handler.ts'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { clientNoticeSamples, mailSamples } from '../../../bin/local/mail-samples/contents.ts'
import { createMailSetup, parseSentMails } from '../../support/mail-setup.ts'
import { recordSampleNotice, recordSampleRefusal } from '../../support/sample-notice.ts'
import { recordOrderWithProposals } from '../../support/order-with-proposals.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createPoolTriggerEvent } from '../../support/triggers.ts'

const EMAIL = 'lucia+x@correo.test'

/** Query parameters that may appear in logs. */
const openParameters: readonly string[] = ['tab', 'next', 'solicitar']

const anchors: readonly string[] = ['danger', 'health-consent']

const linkParameters: Readonly<Record<string, readonly string[]>> = mailedLinkParameters

function linksIn(text: string): readonly URL[] {
  const links = [...text.replaceAll('&amp;', '&').matchAll(/https:\/\/habitat\.test[^\s"<]*/g)]
  return links.map(([link]) => new URL(link))
}

function expectNothingSecretInQuery(text: string) {
  for (const { pathname, searchParams, hash } of linksIn(text)) {
    expect([...searchParams.keys()].filter((name) => !openParameters.includes(name))).toEqual([])
    expect(`${pathname}${searchParams.toString()}`).not.toMatch(/[\w-]{43}|####|correo/)
    const names = [...parseMailedLink(hash).keys()]
    expect(names.filter((name) => !anchors.includes(name) && !linkParameters[pathname]?.includes(name))).toEqual([])
  }
}

async function textOf(content: MailTemplateData, to: string): Promise<string> {
  const office = await createMailSetup()
  const at = office.now().toISOString()
  const receipt = { receiptNumber: '2026-ABC', customerId: 'cus_00000001', paymentId: 'pay_00000001' }
  const paid = { buyerName: 'Lucía', concept: 'Primera consulta', listCents: 10_000, amountCents: 8000, issuedAt: at }
  await office.data.receipts.create({ orderId: 'ord_00000001', fileKey: 'a/b/1.pdf', ...receipt, ...paid }).go()
  await recordSampleNotice(office)
  await recordSampleRefusal(office)
  await recordOrderWithProposals(office, { orderId: 'ord_00000001', customerId: 'cus_00000001' })
  await office.data.pendingSignUps
    .put({ addressId: toEmailAddressId(to), email: to, state: 'unproven', version: 1, createdAt: at })
    .go()
  const queued = { status: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at } as const
  await office.data.mails.create({ mailId: 'mai_00000001', to, content, ...queued }).go()
  await serveRetries(() => office)()
  const [mail] = await parseSentMails(office)
  return `${mail?.subject}\n${mail?.text}\n${mail?.html}`
}

const kinds: readonly MailTemplateData[] = [
  ...Object.values(mailSamples),
  ...Object.values(clientNoticeSamples).map((notice) => ({ kind: 'client-notice', name: 'Lucía', notice }) as const),
  { kind: 'account-gone', name: 'Lucía', guarded: true },
  { kind: 'account-imported', name: 'Lucía', guarded: true },
  { kind: 'existing-owner', name: 'Lucía', product: 'primera-consulta' },
  ...(['verify', 'reset', 'paid'] as const).map((wish) => ({ kind: 'verification', wish }) as const),
]

test.each(kinds)('no mail of kind $kind has a secret or an address where a log keeps it', async (content) => {
  const text = await textOf(content, EMAIL)

  expect(text).toContain('Hábitat Interior')
  expectNothingSecretInQuery(text)
})

test.each([
  ['account-deactivated', '/reactivar', ['token']],
  ['deletion-requested', '/deshacer-eliminacion', ['token']],
  ['guardian-request', '/autorizacion', ['token']],
  ['sign-in-link', '/auth', ['enlace']],
  ['receipt', '/auth/callback', ['email', 'proof']],
] as const)('the mail of kind %s says its secret in the fragment', async (kind, path, names) => {
  const links = linksIn(await textOf(mailSamples[kind], EMAIL))

  const fragments = links.filter(({ pathname }) => pathname === path).map(({ hash }) => parseMailedLink(hash))
  expect(fragments.length).toBeGreaterThan(0)
  for (const fragment of fragments) expect([...fragment.keys()]).toEqual(names)
})

test.each(['SignUp', 'ResendCode', 'ForgotPassword', 'AdminCreateUser', 'Authentication'])(
  'no mail of Cognito for CustomMessage_%s has its code, a secret or an address where a log keeps it',
  async (source) => {
    const practice = await createTestPractice()
    const { response } = await serveCustomMessage(() => practice)(
      createPoolTriggerEvent(`CustomMessage_${source}`, {
        codeParameter: '{####}',
        usernameParameter: '{username}',
        userAttributes: { email: EMAIL, email_verified: 'false' },
      }),
    )

    expect(response.emailMessage).toContain('{####}')
    expectNothingSecretInQuery(response.emailMessage ?? '')
  },
)
