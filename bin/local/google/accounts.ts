import { randomInt } from 'node:crypto'
import type { DocumentStore } from '../document-store.ts'

export interface LocalGoogleAccount {
  /** Google's stable number of the person (`sub`), as digits. */
  readonly subject: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
}

export function listLocalGoogleAccounts(
  store: DocumentStore,
  given: readonly LocalGoogleAccount[],
): LocalGoogleAccount[] {
  return [...given, ...store.collection<LocalGoogleAccount>('google-accounts').all()]
}

export function addLocalGoogleAccount(store: DocumentStore, form: URLSearchParams): LocalGoogleAccount | undefined {
  const name = (form.get('name') ?? '').trim()
  const email = (form.get('email') ?? '').trim().toLowerCase()
  if (!name || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return undefined
  const accounts = store.collection<LocalGoogleAccount>('google-accounts')
  const subject =
    accounts.all().find((known) => known.email === email)?.subject ??
    `1${String(randomInt(2 ** 47)).padStart(15, '0')}${randomInt(10_000, 100_000)}`
  const account = { subject, email, name, emailVerified: form.get('verified') === 'on' }
  accounts.put(subject, account)
  return account
}

/** `administratorEmail` demonstrates the refusal of administrators. */
export function createDemoGoogleAccounts(administratorEmail: string): LocalGoogleAccount[] {
  return [
    { subject: '100000000000000000001', email: 'lucia.ferrer@example.com', name: 'Lucía Ferrer', emailVerified: true },
    { subject: '100000000000000000002', email: 'martin.vidal@example.com', name: 'Martín Vidal', emailVerified: true },
    { subject: '100000000000000000003', email: 'sin.verificar@example.com', name: 'Nora Campos', emailVerified: false },
    { subject: '100000000000000000004', email: administratorEmail, name: 'Administración', emailVerified: true },
  ]
}
