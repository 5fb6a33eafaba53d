import { legalPeriods, type LegalTextSection } from './legal-text.ts'
import { practiceLegalDetails } from '#contract/practice'

const { healthYears, billingYears, deletionUndoDays, activeErasureDays, backupPurgeDays, accessLogDays } = legalPeriods
const { privacyOfficer, address } = practiceLegalDetails
const officer = `[${privacyOfficer.email}](mailto:${privacyOfficer.email})`

export const privacyRightsSections: readonly LegalTextSection[] = [
  {
    id: 'conservacion',
    title: 'Cuánto tiempo los guardamos',
    blocks: [
      {
        caption: 'Plazos de conservación',
        columns: ['Datos', 'Plazo', 'Motivo'],
        rows: [
          ['Cuenta', 'Mientras la tengas', 'Prestarte el servicio'],
          [
            'Salud y consultas',
            `Hasta ${healthYears} años después del último servicio`,
            'Continuidad de la atención y responsabilidades (art. 1964 del Código Civil y, si aplica, art. 17 de la Ley 41/2002)',
          ],
          [
            'Facturación',
            `Hasta ${billingYears} años`,
            'Código de Comercio (art. 30) y Ley General Tributaria (arts. 66 y 66 bis)',
          ],
          [
            'Términos aceptados, consentimientos y desistimientos',
            `Mientras valgan y hasta ${healthYears} años más`,
            'Probar lo acordado',
          ],
          ['Registros de acceso a la web', `${accessLogDays} días`, 'Seguridad'],
          ['Novedades por correo', 'Hasta que te des de baja', 'Tu consentimiento'],
        ],
      },
      `**Si borras tu cuenta**, tienes ${deletionUndoDays} días para deshacerlo. Tus datos desaparecen de los sistemas activos en un máximo de ${activeErasureDays} días y de las copias de seguridad en un máximo de ${backupPurgeDays}.`,
      'Lo que la ley obliga a conservar queda **bloqueado** (art. 32 LOPDGDD): nadie lo ve en la aplicación y solo puede entregarse a jueces, fiscales o administraciones. Al acabar el plazo, se destruye.',
    ],
  },
  {
    id: 'derechos',
    title: 'Tus derechos',
    blocks: [
      {
        list: [
          '**Acceso:** saber qué datos tenemos y recibir una copia.',
          '**Rectificación:** corregir lo que no sea exacto.',
          '**Supresión:** que los borremos cuando ya no hagan falta.',
          '**Limitación:** que dejemos de usarlos mientras se aclara una duda.',
          '**Portabilidad:** llevártelos en un formato reutilizable.',
          '**Oposición:** que no los usemos cuando la base es nuestro interés legítimo.',
          '**Retirar tu consentimiento** cuando quieras, con la misma facilidad con que lo diste.',
        ],
      },
      `Escribe a ${officer} o por carta a ${address}. Es gratis. Solo si dudamos de quién eres te pediremos que lo acredites. Respondemos en un mes; si la petición es compleja podemos ampliarlo dos meses más, y te lo diremos.`,
      'Si crees que no hemos respetado tus derechos, puedes reclamar ante la [Agencia Española de Protección de Datos](https://www.aepd.es) (C/ Jorge Juan, 6, 28001 Madrid). Te agradeceremos que antes lo hables con nuestro delegado.',
    ],
  },
  {
    id: 'seguridad',
    title: 'Cómo los protegemos',
    blocks: [
      {
        list: [
          'Ciframos los datos cuando viajan y cuando se guardan.',
          'Quien administra la consulta entra siempre con verificación en dos pasos; tú también puedes activarla.',
          'Cada persona ve solo lo que necesita, y los accesos a los expedientes quedan registrados.',
          'Hacemos copias de seguridad, también cifradas.',
        ],
      },
      'Si un incidente pusiera en riesgo alto tus derechos, te avisaríamos sin demora y te diríamos qué hacer.',
    ],
  },
  {
    id: 'decisiones-automatizadas',
    title: 'Decisiones automatizadas',
    blocks: [
      'No tomamos decisiones sobre ti solo con medios automáticos ni elaboramos perfiles. Las recomendaciones las hace siempre una persona.',
    ],
  },
  {
    id: 'cambios',
    title: 'Cambios en esta política',
    blocks: [
      'Si cambia algo importante te avisaremos por correo antes de que se aplique y, si hace falta, te pediremos de nuevo el consentimiento. La fecha de la última versión está al principio de esta página.',
    ],
  },
]
