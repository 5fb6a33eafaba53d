import { legalPeriods, type LegalTextSection } from './legal-text.ts'
import { practiceLegalDetails } from '#contract/practice'

const { termsNoticeDays, deletionUndoDays, activeErasureDays, backupPurgeDays, healthYears, billingYears } =
  legalPeriods
const { email } = practiceLegalDetails
const mail = `[${email}](mailto:${email})`

export const termsAccountSections: readonly LegalTextSection[] = [
  {
    id: 'cuenta',
    title: 'Tu cuenta',
    blocks: [
      'Tu cuenta es personal. Danos datos verdaderos, mantenlos al día y no compartas tu contraseña ni tus códigos de recuperación. Si crees que alguien ha entrado en ella, cambia la contraseña y avísanos.',
      'Podemos suspender una cuenta si se usa para fines ilícitos, con datos falsos o de forma que ponga en riesgo a otras personas. Salvo urgencia, te avisaremos antes, te diremos el motivo y podrás responder. Te devolveremos lo pagado por servicios no prestados.',
    ],
  },
  {
    id: 'cierre-de-la-cuenta',
    title: 'Cerrar tu cuenta',
    blocks: [
      'Puedes borrar tu cuenta cuando quieras desde tu panel. Si tienes una consulta pagada sin usar o un presupuesto en marcha, antes la usas o pides que te devolvamos su importe, o cancelas el presupuesto, para que no pierdas lo pagado. Esto es lo que ocurre:',
      {
        steps: [
          `**Al momento:** se cierra el acceso y te enviamos un correo. Con su enlace puedes deshacerlo durante **${deletionUndoDays} días**.`,
          `**Como máximo a los ${activeErasureDays} días:** tus datos desaparecen de los sistemas activos.`,
          `**Como máximo a los ${backupPurgeDays} días:** se purgan también de las copias de seguridad.`,
        ],
      },
      'Lo único que sobrevive es lo que debemos conservar por ley, bloqueado y fuera del alcance de la aplicación, durante los plazos de la sección siguiente.',
    ],
  },
  {
    id: 'conservacion',
    title: 'Cuánto conservamos tus datos',
    blocks: [
      {
        list: [
          `**Datos de salud:** hasta ${healthYears} años después del último servicio.`,
          `**Datos de facturación:** hasta ${billingYears} años, por las obligaciones mercantiles y fiscales.`,
        ],
      },
      'El detalle, los motivos y tus derechos están en la [política de privacidad](/privacidad#conservacion).',
    ],
  },
  {
    id: 'responsabilidad',
    title: 'Responsabilidad',
    blocks: [
      'Respondemos de los daños que te causemos si no cumplimos lo acordado. No respondemos de lo que se deba a datos que nos ocultaste o que no eran ciertos, a no seguir las indicaciones acordadas o a causas que no podíamos evitar, como una caída general de internet.',
      'Nada en estos términos limita nuestra responsabilidad por dolo, por negligencia grave o por daños a la vida o a la salud, ni los derechos que la ley te reconoce como consumidor, incluida la garantía de que el servicio se preste conforme al contrato.',
    ],
  },
  {
    id: 'cambios',
    title: 'Cambios en estos términos',
    blocks: [
      `Si cambiamos estos términos te avisaremos por correo con **${termsNoticeDays} días de antelación** y te explicaremos qué cambia. Si no estás de acuerdo, puedes cerrar tu cuenta sin coste antes de que entren en vigor.`,
      'Lo que ya hayas comprado se rige por los términos que aceptaste al comprarlo.',
    ],
  },
  {
    id: 'reclamaciones',
    title: 'Reclamaciones',
    blocks: [
      `Si algo no ha ido bien, escríbenos a ${mail}. Te daremos un número de referencia y una respuesta motivada en un plazo máximo de 15 días hábiles. También puedes pedirnos una hoja de reclamaciones.`,
      'Si no quedas conforme, puedes acudir a la oficina de consumo de tu municipio o de tu comunidad autónoma, o pedir un arbitraje gratuito a la Junta Arbitral de Consumo. El arbitraje es voluntario: la junta nos preguntará si lo aceptamos en tu caso.',
    ],
  },
  {
    id: 'ley',
    title: 'Ley aplicable y tribunales',
    blocks: [
      'Este contrato se rige por la ley española. Si vives en otro país de la Unión Europea, conservas además la protección que te dé la ley de tu país.',
      'Los conflictos con consumidores se resuelven en los juzgados de su domicilio. Si una cláusula resulta nula, las demás siguen en vigor.',
    ],
  },
]
