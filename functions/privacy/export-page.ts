import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'
import { toExportTable } from './export-table.ts'
import { RECORD_OPENINGS_EXPORT_FILE } from './record-openings.ts'

type Row = Readonly<Record<string, unknown>>

export const exportPageChapters: readonly {
  readonly title: string
  readonly files: Readonly<Record<string, string>>
}[] = [
  {
    title: 'Quién eres',
    files: {
      perfil: 'Tu cuenta',
      'ficha-de-cliente': 'Tu ficha en la consulta',
      'ficha-de-cliente-eliminada': 'Tu ficha, cuando estuvo eliminada',
    },
  },
  {
    title: 'Tu cuestionario de salud',
    files: {
      cuestionario: 'Tus respuestas',
      'cuestionario-borrador': 'Lo que has escrito y no has guardado',
      'cuestionario-versiones': 'Tus respuestas cada vez que las guardaste',
      'registro-semanal': 'Cómo te fue cada semana',
    },
  },
  {
    title: 'Tus suplementos',
    files: {
      suplementos: 'Tu pauta',
      'pautas-anteriores': 'Pautas anteriores',
      tomas: 'Las tomas que has marcado',
    },
  },
  {
    title: 'Tus análisis y facturas',
    files: {
      archivos: 'Archivos',
      analiticas: 'Analíticas explicadas',
      'analiticas-en-preparacion': 'Analíticas que escribe la consulta',
    },
  },
  { title: 'Tu proceso', files: { proceso: 'Lo que ha anotado la consulta' } },
  {
    title: 'Tus consultas',
    files: {
      consultas: 'Consultas',
      'resumenes-de-consulta': 'Resúmenes que te hemos enviado',
      'notas-de-consulta': 'Notas de la consulta',
      'notas-de-consulta-ediciones': 'Notas de la consulta cada vez que cambiaron',
      'consultas-por-agendar': 'Consultas pagadas y sin fecha',
      'horas-propuestas': 'Horas que te hemos propuesto',
      'lista-de-espera': 'Tu lista de espera',
      'horas-que-dejaste': 'Horas que dejaste libres',
    },
  },
  {
    title: 'Tus pagos',
    files: {
      presupuestos: 'Presupuestos que te hemos hecho',
      'presupuestos-aceptados': 'Presupuestos que has aceptado',
      pagos: 'Pagos',
      justificantes: 'Justificantes de pago',
      devoluciones: 'Devoluciones',
      'reclamaciones-al-banco': 'Reclamaciones a tu banco',
      pedidos: 'Compras',
      'pedidos-abiertos': 'Compras sin terminar',
    },
  },
  {
    title: 'Tus consentimientos',
    files: {
      'consentimientos-de-salud': 'Uso de tus datos de salud',
      'condiciones-aceptadas': 'Condiciones y política de privacidad',
      'autorizacion-de-tutor': 'Autorización de tu madre, padre o tutor',
    },
  },
  {
    title: 'Tus mensajes',
    files: { mensajes: 'Lo que nos hemos escrito', 'mensajes-estado': 'Hasta cuándo están leídos' },
  },
  { title: 'Lo que te hemos escrito', files: { avisos: 'Correos' } },
  {
    title: 'Tu acceso',
    files: {
      sesiones: 'Sesiones',
      'intentos-de-acceso': 'Intentos de acceso',
      'verificacion-en-dos-pasos': 'Verificación en dos pasos',
      descargas: 'Descargas de tus datos',
    },
  },
  { title: 'Quién ha visto tus datos', files: { [RECORD_OPENINGS_EXPORT_FILE]: 'Qué ha abierto el equipo' } },
  { title: 'Lo que se ha hecho con tu ficha y tu cuenta', files: { 'registro-de-actividad': 'Registro de actividad' } },
]

const WIDEST_TABLE = 6

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`

export function renderExportPage(day: string, tables: ReadonlyMap<string, readonly Row[]>): string {
  const contents = exportPageChapters
    .map(({ title }, n) => `<li><a href="#c${n + 1}">${escaped(title)}</a></li>`)
    .join('\n')
  const body = exportPageChapters.map(({ title, files }, n) => {
    const parts = Object.entries(files).flatMap(([file, heading]) => {
      const rows = tables.get(file) ?? []
      return rows.length > 0 ? [element('h3', escaped(heading)), rowsOf(file, rows)] : []
    })
    const shown = parts.length > 0 ? parts : ['<p>No guardamos nada de esto.</p>']
    return `<section id="c${n + 1}">\n<h2>${escaped(title)}</h2>\n${shown.join('\n')}\n</section>`
  })
  return [
    '<!doctype html>',
    '<html lang="es">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Tus datos en ${escaped(PRODUCT_NAME)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>Tus datos en ${escaped(PRODUCT_NAME)}</h1>`,
    `<p>Todo lo que guardamos sobre ti a fecha de ${escaped(day)}. Las horas son las de Madrid.</p>`,
    `<nav aria-label="Contenido">\n<ol>\n${contents}\n</ol>\n</nav>`,
    ...body,
    `<section>\n<h2>Quién trata tus datos</h2>\n${holder()}\n</section>`,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const holder = (): string => {
  const { legalName, taxId, address, privacyOfficer } = practiceLegalDetails
  return element(
    'p',
    `${escaped(`${legalName} (NIF ${taxId}), ${address}.`)} ${escaped(`Para cualquier pregunta sobre tus datos: ${privacyOfficer.email}.`)} Para qué los usamos, con quién los compartimos, cuánto tiempo los guardamos y qué derechos tienes está en la Política de privacidad de nuestra web.`,
  )
}

function rowsOf(file: string, rows: readonly Row[]): string {
  const { columns, rows: all } = toExportTable(file, rows)
  const visible = all.map((cells) => cells.filter(({ column }) => !column.technical))
  const titles = columns.filter(({ technical }) => !technical).map(({ title }) => escaped(title))
  if (titles.length > WIDEST_TABLE || rows.length === 1) {
    return visible
      .map((cells) => {
        const said = cells.filter(({ text }) => text !== '')
        return `<dl>\n${said.map(({ column, text }) => `<div><dt>${escaped(column.title)}</dt><dd>${escaped(text)}</dd></div>`).join('\n')}\n</dl>`
      })
      .join('\n')
  }
  const head = element('tr', titles.map((title) => `<th scope="col">${title}</th>`).join(''))
  const lines = visible.map((cells) => element('tr', cells.map(({ text }) => element('td', escaped(text))).join('')))
  return `<table>\n<thead>\n${head}\n</thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`
}

const style = `
body { margin: 0; background: #fff; color: #1c1c1c; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid #2f5d50; }
h3 { margin-bottom: 0.5rem; }
a { color: #1f4d40; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.35rem 0.5rem; border: 1px solid #767676; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
dl { margin: 0 0 1rem; padding: 0.5rem 0.75rem; border: 1px solid #767676; }
dl div { display: grid; grid-template-columns: minmax(8rem, 16rem) 1fr; gap: 0.75rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
@media print { body { font-size: 11pt; } nav { display: none; } dl, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
`
