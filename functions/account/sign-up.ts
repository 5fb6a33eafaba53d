import { randomBytes } from 'node:crypto'
import type { account } from '#contract/account-domain'
import { cognitoMetadataKeys, PURCHASE_SIGN_UP_FLOW } from '#contract/cognito-metadata-keys'
import { toPracticeDay } from '#contract/calendar-days'
import type { ActionInput, EndpointReply } from '#contract/endpoint'
import { MIN_ACCOUNT_AGE_YEARS, TERMS_VERSION } from '#contract/product'
import { hasReachedAge, cognitoSignUpAttributes } from '#contract/sign-up'
import { toEmailAddressId } from '#platform/email-address-id'
import {
  advancePendingSignUp,
  hashToken,
  isEmailProven,
  findPendingSignUp,
  type PendingSignUp,
} from './public/email-proof.ts'
import type { CallerDetails } from '#platform/http'
import { consumeNetworkRateLimit, tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireStrongPassword } from './strong-password.ts'
import { createSignUpTicket } from './public/cognito-call-ticket.ts'
import { verifyPassword } from './public/password-proof.ts'
import { withFixedResponseTime } from './fixed-response-time.ts'
import { mailExistingAccountOwner } from './mail-existing-owner.ts'
import { queueVerificationMail } from './mail-verification.ts'
import type { AccountServices } from './services.ts'

const RESPONSE_STEP_MS = 2000

const BY_CALLER: RateLimit = { name: 'sign-ups-by-caller', tries: 20, minutes: 60 }

const REPLACEMENTS: RateLimit = { name: 'sign-up-replacements', tries: 3, minutes: 24 * 60 }

type SignUpBody = ActionInput<typeof account.signUp>['body']
type NewAccount = EndpointReply<typeof account.signUp>

/**
 * An existing unproven account has no proven owner: it is replaced with its password, name and terms, and links mailed
 * for it still prove the address. Neither the reply nor its timing reveals whether the address has a proven account,
 * except to a purchase, which is refused with `email-taken`.
 */
export const signUp: EndpointAction<typeof account.signUp, AccountServices> = async ({ actor, body }, services) => {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, BY_CALLER, actor.address, wallClock())
  await requireStrongPassword({ ...body, field: 'password' }, services)
  if (body.birthDate && !hasReachedAge(body.birthDate, MIN_ACCOUNT_AGE_YEARS, toPracticeDay(now())))
    throwRefusal('too-young')

  const begin = () => beginSignUp(body, actor, services)
  return body.flow === 'purchase' ? begin() : withFixedResponseTime(begin, RESPONSE_STEP_MS, services)
}

async function beginSignUp(body: SignUpBody, actor: CallerDetails, services: AccountServices): Promise<NewAccount> {
  const { data, signUps } = services
  const token = randomBytes(32).toString('base64url')
  const present = await signUps.find(body.email)
  const owned = present && (await isEmailProven({ ...present, email: body.email }, data))
  if (owned) return answerExistingOwner(body, token, actor, services)
  const made = await replace({ body, token, replaced: present?.sub }, actor, services)
  if (made) return made
  await queueVerificationMail(body.email, services)
  return { token, verified: false }
}

interface Attempt {
  readonly body: SignUpBody
  readonly token: string
  readonly replaced: string | undefined
}

async function replace(
  { body, token, replaced }: Attempt,
  actor: CallerDetails,
  services: AccountServices,
): Promise<NewAccount | undefined> {
  const { data, signUps, now, wallClock } = services
  const { email } = body
  const before = await findPendingSignUp(email, data)
  const again = replaced !== undefined || before !== undefined
  if (again && !(await tryConsumeRateLimit(data, REPLACEMENTS, toEmailAddressId(email), wallClock()))) return undefined

  const { address, userAgent } = actor
  const attempt = {
    tokenHash: hashToken(token),
    ownDetails: true,
    acceptedFrom: { address, userAgent },
    ...findFormerOrder(before),
  }
  const begun = await advancePendingSignUp(
    email,
    before && { ...before, createdAt: now().toISOString() },
    attempt,
    services,
  )
  if (!begun) return undefined
  if (replaced) await signUps.remove(replaced)
  const made = (await create(body, actor, services)) ?? (await findOrReplaceOwnAccount(body, begun, actor, services))
  if (!made) return undefined
  await advancePendingSignUp(email, begun, { ...attempt, sub: made.sub }, services)
  // Our own mail waits in the outbox, so that a new client can buy meanwhile.
  if (made.mailLost) await queueVerificationMail(email, services)
  return { token, verified: made.confirmed }
}

/**
 * The address is taken although its account was removed. Unless somebody else has signed up meanwhile, Cognito made the
 * account, its answer was lost, and the SDK has asked again. The password tells; an account with another is replaced.
 */
async function findOrReplaceOwnAccount(
  body: SignUpBody,
  begun: PendingSignUp,
  actor: CallerDetails,
  services: AccountServices,
) {
  const { email, password } = body
  const { data, signUps } = services
  const current = await findPendingSignUp(email, data)
  if (current?.version !== begun.version) return undefined
  const present = await signUps.find(email)
  if (present && (await isEmailProven({ ...present, email }, data))) return undefined
  if (present && (await verifyPassword({ ...present, password, caller: actor, harmless: true }, services)))
    // Of the first attempt's mail nothing is known: two are better than none.
    return { sub: present.sub, confirmed: present.status === 'confirmed', mailLost: present.status !== 'confirmed' }
  if (present) await signUps.remove(present.sub)
  return create(body, actor, services)
}

function findFormerOrder(before: PendingSignUp | undefined): Pick<PendingSignUp, 'formerOrderId'> {
  const formerOrderId = before?.orderId ?? before?.formerOrderId
  return formerOrderId ? { formerOrderId } : {}
}

const create = async (body: SignUpBody, actor: CallerDetails, services: AccountServices) =>
  services.signUps.create({
    email: body.email,
    password: body.password,
    attributes: attributesOf(body, services.wallClock()),
    metadata: {
      ...metadataOf(body, services.siteUrl),
      [cognitoMetadataKeys.ticket]: await createSignUpTicket(actor, services),
    },
  })

/** The server's time of acceptance: a device's clock may be wrong. */
const attributesOf = ({ firstName, lastName, birthDate, marketingOptIn }: SignUpBody, now: Date) => ({
  [cognitoSignUpAttributes.firstName]: firstName,
  [cognitoSignUpAttributes.lastName]: lastName,
  [cognitoSignUpAttributes.termsAcceptedAt]: now.toISOString(),
  [cognitoSignUpAttributes.termsVersion]: TERMS_VERSION,
  [cognitoSignUpAttributes.marketingOptIn]: String(marketingOptIn),
  ...(birthDate && { [cognitoSignUpAttributes.birthDate]: birthDate }),
})

const metadataOf = (
  { flow, firstName, lastName, birthDate = '' }: SignUpBody,
  siteUrl: string,
): Record<string, string> =>
  flow === 'purchase'
    ? {
        [cognitoMetadataKeys.flow]: PURCHASE_SIGN_UP_FLOW,
        redirect: `${siteUrl}/auth`,
        first_name: firstName,
        last_name: lastName,
      }
    : {
        [cognitoMetadataKeys.flow]: flow,
        redirect: `${siteUrl}/auth/callback`,
        nombre: firstName,
        apellidos: lastName,
        fecha_de_nacimiento: birthDate,
      }

async function answerExistingOwner(
  body: SignUpBody,
  token: string,
  actor: CallerDetails,
  services: AccountServices,
): Promise<NewAccount> {
  const { email, flow } = body
  await mailExistingAccountOwner(
    { email, ...(flow === 'purchase' && { product: 'primera-consulta' }) },
    actor,
    services,
  )
  if (flow === 'purchase') throwRefusal('email-taken')
  // Cognito refuses it; called so that the timing is the same for every address.
  await create(body, actor, services)
  return { token, verified: false }
}
