import { createInstantFormatter } from '#contract/calendar-days'
import type { HealthWithdrawalRequest } from '#contract/health-consent'
import { describeWithdrawalEffects } from '#contract/health-withdrawal-effects'
import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'
import type { MailTemplateData } from '#data/mail'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'

const when = createInstantFormatter({ dateStyle: 'full', timeStyle: 'short' })

const requests: Readonly<Record<HealthWithdrawalRequest, { readonly who: string; readonly how: string }>> = {
  'client-written': { who: 'Un cliente', how: 'por escrito' },
  'client-spoken': { who: 'Un cliente', how: 'de palabra' },
  'guardian-written': { who: 'La madre, el padre o el tutor de un cliente', how: 'por escrito' },
  'guardian-spoken': { who: 'La madre, el padre o el tutor de un cliente', how: 'de palabra' },
}

/** The client's name is in the record, not in the mail. */
export const composeHealthConsentWithdrawnEmail = (
  { customerId, requestedAt, asked }: Extract<MailTemplateData, { kind: 'health-consent-withdrawn' }>,
  siteUrl: string,
): ComposedEmail => ({
  subject: asked
    ? `Retirada de un consentimiento registrada | ${PRODUCT_NAME}`
    : `Un cliente ha retirado su consentimiento | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    asked
      ? `${requests[asked].who} ha retirado ${requests[asked].how} el consentimiento para que tratemos sus datos de salud. La retirada se registró el ${when(requestedAt)} (hora peninsular española); la confirmamos por correo a quien corresponde.`
      : `Un cliente ha retirado en su panel el consentimiento para que tratemos sus datos de salud el ${when(requestedAt)} (hora peninsular española).`,
    'Desde ese momento no se pueden añadir datos de salud a su ficha. Lo que la ley obliga a conservar queda bloqueado y lo demás se borra automáticamente en el plazo de una hora. Sus citas y sus facturas siguen como estaban.',
    asked?.startsWith('guardian')
      ? 'Habla con la familia si hay consultas pendientes, y borra las copias que guardes fuera de la aplicación.'
      : 'Habla con el cliente si tiene consultas pendientes, y borra las copias que guardes fuera de la aplicación.',
  ],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})

type Registered = Extract<MailTemplateData, { kind: 'health-withdrawal-registered' }>

export const composeHealthWithdrawalRegisteredEmail = (
  { name, reader, hasAccount, requestedAt }: Registered,
  siteUrl: string,
): ComposedEmail =>
  reader === 'guardian' ? composeForGuardian(requestedAt) : composeForClient({ name, hasAccount, requestedAt }, siteUrl)

function listWithdrawalEffects(reader: Registered['reader']): readonly string[] {
  const { erased, archived, unchanged } = describeWithdrawalEffects(reader)
  return [
    `En una hora como mucho se borran ${erased}.`,
    archived,
    reader === 'client' ? unchanged : `${unchanged} También le escribimos.`,
  ]
}

const composeClosing = (notAsked: string): string =>
  `${notAsked}, escríbenos cuanto antes a ${practiceLegalDetails.email}. Para cualquier duda sobre los datos, escribe a ${practiceLegalDetails.privacyOfficer.email}.`

const composeForClient = (
  { name, hasAccount, requestedAt }: Pick<Registered, 'name' | 'hasAccount' | 'requestedAt'>,
  siteUrl: string,
): ComposedEmail => ({
  subject: `Hemos registrado la retirada de tu consentimiento | ${PRODUCT_NAME}`,
  greeting: formatEmailGreeting(name),
  paragraphs: [
    `El ${when(requestedAt)} (hora peninsular española) registramos la retirada de tu consentimiento para que tratemos tus datos de salud, como se nos había pedido. Desde entonces no guardamos ninguno más. Esto es lo que ocurre:`,
  ],
  points: listWithdrawalEffects('client'),
  afterChoices: [
    hasAccount
      ? 'Puedes volver a dar tu consentimiento cuando quieras, en tu panel, dentro de Ajustes; si tienes menos de 18 años, lo da tu madre, tu padre o tu tutor. Lo que ya esté borrado no se puede recuperar.'
      : 'Puedes volver a dar tu consentimiento cuando quieras: escríbenos y te decimos cómo. Lo que ya esté borrado no se puede recuperar.',
  ],
  ...(hasAccount && { action: { label: 'Ir a Ajustes', url: `${siteUrl}/client?tab=settings#health-consent` } }),
  closing: composeClosing('Si esta retirada no la habéis pedido ni tú ni quien te representa'),
})

const composeForGuardian = (requestedAt: string): ComposedEmail => ({
  subject: `Hemos registrado la retirada del consentimiento | ${PRODUCT_NAME}`,
  greeting: formatEmailGreeting(),
  paragraphs: [
    `El ${when(requestedAt)} (hora peninsular española) registramos que, como madre, padre o tutor, has retirado el consentimiento para que tratemos los datos de salud de la persona menor de edad a la que autorizaste. Desde entonces no guardamos ninguno más. Esto es lo que ocurre:`,
  ],
  points: listWithdrawalEffects('guardian'),
  afterChoices: [
    'Puedes volver a dar el consentimiento cuando quieras: la persona menor de edad te lo puede pedir otra vez desde su panel, dentro de Ajustes. Lo que ya esté borrado no se puede recuperar.',
  ],
  closing: composeClosing('Si no la has pedido tú'),
})
