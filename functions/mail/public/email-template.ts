import escapeHtml from 'escape-html'
import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'

interface Frame {
  readonly subject: string
  readonly preheader: string
  readonly siteUrl: string
  readonly content: string
}

const FONT = 'Arial,sans-serif'

export const toEmailHtml = (words: string): string => escapeHtml(words).replaceAll(/(?<=\d) €/g, '\u00A0€')

export const emailStyles = {
  text: `margin:0 0 16px;color:#12211f;font:17px/1.6 ${FONT}`,
  point: `margin:0 0 8px;color:#12211f;font:17px/1.6 ${FONT}`,
  title: 'margin:0 0 16px;color:#12211f;font:700 28px/1.2 Georgia,serif',
  button: `display:block;padding:15px 24px;color:#ffffff;font:600 17px/1.4 ${FONT};text-decoration:none;border-radius:999px`,
  link: `color:#174a44;font-weight:600`,
  small: `margin:0 0 16px;color:#48584f;font:14px/1.6 ${FONT};word-break:break-word;overflow-wrap:anywhere`,
  note: `margin:0 0 16px;color:#48584f;font:15px/1.6 ${FONT};text-align:center`,
  factName: `padding:12px 12px 12px 0;border-top:1px solid #e2dacb;color:#48584f;font:16px/1.5 ${FONT};vertical-align:top;white-space:nowrap`,
  factText: `padding:12px 0;border-top:1px solid #e2dacb;color:#12211f;font:600 16px/1.5 ${FONT}`,
  factRule: `padding:12px 0;border-top:1px solid #e2dacb;color:#12211f;font:16px/1.5 ${FONT}`,
  code: `margin:8px 0 24px;padding:16px;background:#e9f1ec;border-radius:16px;color:#12211f;font:700 32px/1.2 'Courier New',monospace;letter-spacing:4px;text-align:center`,
} as const

const styles = {
  page: `margin:0;padding:0;background:#f6f1e7;color:#12211f;font:17px/1.6 ${FONT}`,
  preheader: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all',
  logo: 'display:block;width:40px;height:40px;border:0;border-radius:11px',
  name: 'color:#12211f;font:700 21px/40px Georgia,serif;text-decoration:none',
  card: 'padding:32px 28px 20px;background:#fffdf9;border:1px solid #e2dacb;border-top:12px solid #1f5f57;border-radius:20px',
  footer: `padding:20px 12px 0;color:#48584f;font:14px/1.6 ${FONT}`,
} as const

/** Also respected by programs that invert colours. */
const DARK =
  '@media (prefers-color-scheme:dark){body,.page{background:#0f1f1c!important}.card{background:#172b27!important;border-color:#2b433d!important}' +
  '.strong,.text{color:#f2efe8!important}.soft{color:#b9c8bf!important}.fact{border-color:#2b433d!important}.block{background:#1f3832!important}' +
  '.leaf{background:#172b27!important;border-color:#8fb996!important}.ended{color:#f0a58f!important}.leaf-head,.button-ground{background:#8fb996!important}' +
  '.leaf-head,.button{color:#0f1f1c!important}.link{color:#a9d0af!important}}'

/** Prevents the mail's beginning from appearing after the preheader. */
const FILLER = '&#8199;&#65279;&#847; '.repeat(40)

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

export const renderEmailButton = (
  { label, url }: { readonly label: string; readonly url: string },
  margin = '24px 0 16px',
): string =>
  `<table ${TABLE} style="margin:${margin}"><tr><td class="button-ground" align="center" bgcolor="#1f5f57" style="background:#1f5f57;border-radius:999px;mso-padding-alt:15px 24px">` +
  `<a class="button" style="${emailStyles.button}" href="${escapeHtml(url)}">${toEmailHtml(label)}</a></td></tr></table>`

/** The name is text, the logo a picture: with pictures blocked its place stays green. */
const renderHeader = (siteUrl: string): string =>
  '<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>' +
  `<td width="40" height="40" bgcolor="#1f5f57" style="width:40px;height:40px;background:#1f5f57;border-radius:11px"><img src="${escapeHtml(siteUrl)}/email-logo.png" width="40" height="40" alt="" style="${styles.logo}"></td>` +
  `<td style="padding-left:12px"><a class="strong" style="${styles.name}" href="${escapeHtml(siteUrl)}">${PRODUCT_NAME}</a></td></tr></table>`

/** Sender's details required by the law on electronic commerce (LSSI, articles 10 and 20). */
const senderLines = ({ legalName, taxId, address }: typeof practiceLegalDetails): readonly string[] => [
  legalName,
  `NIF ${taxId}`,
  address,
]

const footerLink = (url: string, words: string): string =>
  `<a class="link" style="${emailStyles.link}" href="${escapeHtml(url)}">${escapeHtml(words)}</a>`

const renderFooter = (siteUrl: string): string => {
  const { email, phone } = practiceLegalDetails
  return [
    ...senderLines(practiceLegalDetails).map((line) => escapeHtml(line)),
    `${footerLink(`mailto:${email}`, email)} · ${escapeHtml(phone)}`,
    `${footerLink(siteUrl, new URL(siteUrl).host)} · ${footerLink(`${siteUrl}/privacidad`, 'Privacidad')}`,
  ].join('<br>')
}

export const renderEmailFooterText = (siteUrl: string): string =>
  [
    ...senderLines(practiceLegalDetails),
    `${practiceLegalDetails.email} · ${practiceLegalDetails.phone}`,
    `${siteUrl} · ${siteUrl}/privacidad`,
  ].join('\n')

/** Tables and inline styles: Outlook for Windows lays out with Word, and Gmail drops unknown CSS. */
export const renderEmailFrame = ({ subject, preheader, siteUrl, content }: Frame): string =>
  '<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
  '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">' +
  `<title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${DARK}</style></head>` +
  `<body class="page" lang="es" style="${styles.page}"><div style="${styles.preheader}">${toEmailHtml(preheader)}${FILLER}</div>` +
  `<table ${TABLE} class="page" lang="es" bgcolor="#f6f1e7" style="background:#f6f1e7"><tr><td align="center" style="padding:24px 12px 32px">` +
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->' +
  `<table ${TABLE} style="max-width:600px"><tr><td style="padding:0 12px 16px">${renderHeader(siteUrl)}</td></tr>` +
  `<tr><td class="card" bgcolor="#fffdf9" style="${styles.card}">${content}</td></tr>` +
  `<tr><td class="soft" style="${styles.footer}">${renderFooter(siteUrl)}</td></tr></table>` +
  '<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>'
