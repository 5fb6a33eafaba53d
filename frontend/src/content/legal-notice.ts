import { legalTextsEdition, type LegalTextBlock, type LegalText } from './legal-text.ts'
import { practiceLegalDetails } from '#contract/practice'

const { legalName, tradeName, taxId, address, email, phone, registry, privacyOfficer, profession } =
  practiceLegalDetails

const callable = `tel:${phone.replaceAll(/[^\d+]/g, '')}`

const owner: LegalTextBlock = {
  facts: [
    ['Nombre comercial', tradeName],
    ['Titular', legalName],
    ['NIF', taxId],
    ['Domicilio', address],
    ['Correo electrónico', `[${email}](mailto:${email})`],
    ['Teléfono', `[${phone}](${callable})`],
    ...(registry ? [['Datos registrales', registry] as const] : []),
    ['Delegado de protección de datos', `[${privacyOfficer.email}](mailto:${privacyOfficer.email})`],
  ],
}

const professionBlocks = (): readonly LegalTextBlock[] =>
  profession
    ? [
        'Las consultas las presta un profesional de una profesión regulada:',
        {
          facts: [
            ['Quién atiende', profession.practitioner],
            ['Título académico', profession.title],
            ['Estado en que se expidió', profession.country],
            ['Colegio profesional', profession.college],
            ['Número de colegiado', profession.number],
            ['Normas profesionales', profession.rules],
            ['Miembro de', profession.memberships.join('; ')],
          ],
        },
      ]
    : ['Quienes prestan las consultas no ejercen una profesión que exija estar inscrito en un colegio profesional.']

export const legalNoticeText: LegalText = {
  ...legalTextsEdition,
  path: '/aviso-legal',
  title: 'Aviso legal',
  intro:
    'Quién está detrás de esta web, cómo puedes contactar y en qué condiciones puedes usar lo que publicamos en ella.',
  essentials: [
    `**${legalName}** es el titular de esta web.`,
    `Puedes escribirnos a [${email}](mailto:${email}).`,
    'Lo que publicamos es información general y no sustituye una consulta médica.',
  ],
  sections: [
    {
      id: 'titular',
      title: 'Quién es el titular',
      blocks: [
        'Estos son los datos que exige el artículo 10 de la Ley 34/2002, de servicios de la sociedad de la información y de comercio electrónico (LSSI):',
        owner,
        'Respondemos por correo y por teléfono, en español, de lunes a viernes.',
      ],
    },
    { id: 'profesion', title: 'Quién presta las consultas', blocks: professionBlocks() },
    {
      id: 'uso',
      title: 'Cómo puedes usar la web',
      blocks: [
        'Puedes visitar la web sin registrarte y sin coste. Contratar una consulta y usar tu panel se rige, además, por los [términos y condiciones](/terminos).',
        'No está permitido intentar entrar en zonas o cuentas ajenas, introducir programas dañinos, extraer datos de forma masiva ni usar la web para fines ilícitos o que perjudiquen a otras personas.',
      ],
    },
    {
      id: 'informacion',
      title: 'Información, no diagnóstico',
      blocks: [
        'Los textos de la web son divulgativos. Los revisamos con cuidado, pero no tienen en cuenta tu caso y no sirven para diagnosticar ni para tratar una enfermedad.',
        {
          note: 'Ante una urgencia, llama al **112**. No dejes ni cambies un tratamiento sin hablar antes con tu médico.',
        },
      ],
    },
    {
      id: 'propiedad-intelectual',
      title: 'Propiedad intelectual',
      blocks: [
        'Los textos, las ilustraciones, el diseño, el código y los signos distintivos de la web son nuestros o los usamos con licencia.',
        'Puedes verlos, enlazarlos, imprimirlos y guardarlos para tu uso personal. Para reproducirlos, publicarlos o transformarlos con otro fin necesitas nuestro permiso por escrito, salvo en los casos que la ley permite, como la cita.',
        'Los informes y planes que preparamos para ti son para tu uso personal. Puedes compartirlos con tu médico o con quien te atienda.',
      ],
    },
    {
      id: 'enlaces',
      title: 'Enlaces a otras webs',
      blocks: [
        'Algunos enlaces llevan a páginas de otros, como la de pago de Stripe. No controlamos su contenido. Si encuentras un enlace que lleva a algo ilícito o dañino, avísanos y lo retiraremos.',
      ],
    },
    {
      id: 'responsabilidad',
      title: 'Funcionamiento de la web',
      blocks: [
        'Trabajamos para que la web esté disponible y sea segura, pero puede haber interrupciones por mantenimiento o por causas ajenas a nosotros. Nada de lo dicho aquí limita los derechos que la ley te reconoce como consumidor ni nuestra responsabilidad cuando no pueda limitarse.',
      ],
    },
    {
      id: 'datos',
      title: 'Protección de datos y cookies',
      blocks: [
        'Qué datos personales tratamos y con qué fin está en la [política de privacidad](/privacidad). Qué se guarda en tu navegador, en la [política de cookies](/cookies).',
      ],
    },
    {
      id: 'ley',
      title: 'Ley aplicable',
      blocks: [
        'Esta web se rige por la ley española. Si eres consumidor, puedes acudir a los juzgados de tu domicilio y conservas la protección que te dé la ley del país en que vives.',
      ],
    },
  ],
}
