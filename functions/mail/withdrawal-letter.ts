import { PRODUCT_NAME, TIME_ZONE } from '#contract/product'
import type { WithdrawalStatement } from '#data/mail'
import type { Letter } from '#platform/letter'

const when = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeStyle: 'medium', timeZone: TIME_ZONE })
const day = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: TIME_ZONE })

/** Within how many days of a withdrawal the money goes back (RDL 1/2007, article 107). */
const REFUND_DAYS = 14

const DAY_MILLISECONDS = 86_400_000

/**
 * The acknowledgement of a withdrawal on a durable medium: what was declared, with the date and the time at which it
 * reached us (Directive (EU) 2023/2673, article 11a).
 */
export const withdrawalLetter = (statement: WithdrawalStatement): Letter => ({
  subject: `Hemos recibido tu desistimiento | ${PRODUCT_NAME}`,
  greeting: `Hola, ${statement.name}:`,
  paragraphs: [
    `Hemos recibido tu declaración de desistimiento el ${receivedAt(statement)}. Guarda este mensaje: es tu justificante.`,
    'Esto es lo que nos has comunicado:',
    'Por la presente comunico que desisto de mi contrato de prestación del servicio.',
    ...declared(statement),
    `Revisaremos tu contrato y te responderemos a esta dirección. Si el desistimiento procede, te devolveremos el importe que corresponda en un plazo máximo de ${REFUND_DAYS} días naturales desde que lo recibimos y por el mismo medio con el que pagaste, sin ningún coste para ti.`,
  ],
  closing:
    'Si no has sido tú quien ha enviado esta declaración, escríbenos a la dirección de contacto de nuestra web y lo aclararemos.',
})

/** What the practice reads about it: whoever withdraws has a term, and so have we. */
export const withdrawalNotice = (statement: WithdrawalStatement): Letter => ({
  subject: `Desistimiento recibido: hay que responder | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Alguien ha desistido de su contrato en la web el ${receivedAt(statement)}.`,
    ...declared(statement),
    `Comprueba en Stripe si existe la compra y si está en plazo, responde a ${statement.email} y, si procede, devuelve el importe por el mismo medio de pago como muy tarde el ${lastRefundDay(statement)}.`,
    'Nadie ha comprobado que quien escribe sea el dueño de esa dirección: no devuelvas nada a otro medio de pago.',
  ],
})

const receivedAt = ({ requestedAt }: WithdrawalStatement) =>
  `${when.format(new Date(requestedAt))} (hora peninsular española)`

const lastRefundDay = ({ requestedAt }: WithdrawalStatement) =>
  day.format(new Date(Date.parse(requestedAt) + REFUND_DAYS * DAY_MILLISECONDS))

const declared = ({ withdrawalId, name, email, contract, comment }: WithdrawalStatement): readonly string[] => [
  `Nombre y apellidos: ${name}`,
  `Correo electrónico: ${email}`,
  ...(contract ? [`Justificante, pedido o fecha de compra: ${contract}`] : []),
  ...(comment ? [`Comentario: ${comment}`] : []),
  `Referencia: ${withdrawalId}`,
]
