import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { legalPeriods, type LegalTextSection } from './legal-text.ts'
import { practiceLegalDetails } from '#contract/practice'

const { legalName, taxId, address, email, phone, privacyOfficer } = practiceLegalDetails
const { adultAge, digitalConsentAge } = legalPeriods
const officer = `[${privacyOfficer.email}](mailto:${privacyOfficer.email})`

export const privacyDataUseSections: readonly LegalTextSection[] = [
  {
    id: 'responsable',
    title: 'Quién es el responsable',
    blocks: [
      {
        facts: [
          ['Responsable', `${legalName}, NIF ${taxId}`],
          ['Dirección', address],
          ['Contacto', `[${email}](mailto:${email}) · ${phone}`],
          ['Delegado de protección de datos', officer],
        ],
      },
      'Aplicamos el Reglamento (UE) 2016/679 (RGPD) y la Ley Orgánica 3/2018 (LOPDGDD). Para cualquier duda sobre tus datos, escribe al delegado de protección de datos.',
    ],
  },
  {
    id: 'datos',
    title: 'Qué datos tratamos',
    blocks: [
      {
        list: [
          '**Identificación y contacto:** nombre, apellidos, fecha de nacimiento, correo y, si nos los das, teléfono y dirección. Si aceptas un presupuesto, también tu NIF y tu dirección, para la factura.',
          '**Cuenta y seguridad:** tu contraseña, que no podemos leer, la verificación en dos pasos, las sesiones abiertas y los términos que aceptas, con dirección IP y navegador.',
          '**Compras:** lo que contratas, importes, justificantes, devoluciones y, si desistes, tu declaración. Los datos de tu tarjeta los trata Stripe: no los recibimos.',
          '**Salud:** síntomas, antecedentes, medicación, alimentación, hábitos, resultados de análisis, notas de la consulta y los documentos que subas.',
          '**Citas y comunicaciones:** fechas de tus consultas, la zona horaria de tu navegador, para decirte la hora también por tu reloj y saber qué tomas son de tu día, correos y mensajes que nos envías.',
        ],
      },
      'Te los pedimos a ti. Si entras con Google, recibimos además de Google tu nombre, tu correo y la confirmación de que ese correo es tuyo. Del laboratorio que elijas recibimos los resultados que autorices.',
      'Los datos obligatorios se indican en cada formulario; sin ellos no podemos crear la cuenta o prestar la consulta. Los demás son voluntarios. Si nos das datos de otra persona, cuéntaselo antes.',
    ],
  },
  {
    id: 'finalidades',
    title: 'Para qué los usamos y con qué base',
    blocks: [
      {
        caption: 'Finalidades y bases legales',
        columns: ['Para qué', 'Base legal'],
        rows: [
          ['Crear y mantener tu cuenta, cobrar y prestar las consultas', 'Contrato (art. 6.1.b RGPD)'],
          [
            'Usar tus datos de salud en las consultas',
            'Contrato y consentimiento explícito (arts. 6.1.b y 9.2.a RGPD)',
          ],
          [
            'Facturar y cumplir las leyes fiscales, mercantiles, sanitarias y de consumo que nos apliquen',
            'Obligación legal (art. 6.1.c RGPD)',
          ],
          ['Proteger las cuentas y detectar accesos indebidos', 'Interés legítimo en la seguridad (art. 6.1.f RGPD)'],
          [
            'Responder a tus preguntas',
            'Medidas previas al contrato o interés legítimo en atenderte (arts. 6.1.b y 6.1.f RGPD)',
          ],
          ['Enviarte novedades, solo si marcas la casilla', 'Consentimiento (art. 6.1.a RGPD)'],
          [
            'Conservar prueba de lo que aceptaste y defendernos de reclamaciones',
            'Interés legítimo y reclamaciones (arts. 6.1.f y 9.2.f RGPD)',
          ],
        ],
      },
      'No usamos tus datos para ningún otro fin sin avisarte antes.',
    ],
  },
  {
    id: 'salud',
    title: 'Tus datos de salud',
    blocks: [
      'Los datos de salud tienen una protección especial. Los tratamos con tu **consentimiento explícito** (art. 9.2.a RGPD), que te pedimos aparte. Cuando la consulta la presta un profesional sujeto a secreto y forma parte de tu asistencia sanitaria, nos apoyamos además en el art. 9.2.h RGPD.',
      'Solo los ven las personas de la consulta que te atienden, obligadas a guardar secreto. Cada acceso queda registrado.',
      'Puedes retirar tu consentimiento en cualquier momento en tu panel, dentro de Ajustes, o escribiendo al delegado de protección de datos. Desde entonces no guardamos más datos de salud, borramos los que hay y bloqueamos los que la ley obliga a conservar. No afecta a lo hecho hasta entonces, pero sin esos datos no podremos seguir con las consultas.',
    ],
  },
  {
    id: 'menores',
    title: 'Menores de edad',
    blocks: [
      'Tres edades cuentan, cada una por un motivo:',
      {
        facts: [
          [
            `${digitalConsentAge} años`,
            'La edad a la que la ley española permite consentir por uno mismo el uso de sus datos (art. 7 LOPDGDD). Nuestra exigencia es mayor.',
          ],
          [
            `${MIN_ACCOUNT_AGE_YEARS} años`,
            `La edad mínima para tener cuenta con nosotros. No aceptamos a menores de ${MIN_ACCOUNT_AGE_YEARS} años, tampoco con permiso de sus padres.`,
          ],
          [
            `${adultAge} años`,
            'La mayoría de edad. Hasta cumplirla, tu padre, tu madre o tu tutor legal debe dar su consentimiento antes de que compres o nos des datos de salud.',
          ],
        ],
      },
      `Si tienes ${MIN_ACCOUNT_AGE_YEARS} o ${adultAge - 1} años, guardamos el nombre y el correo de quien consiente y la fecha en que lo hace. Esa persona puede retirar su consentimiento. Tú puedes ejercer tus derechos por tu cuenta.`,
      `Si sabes que un menor de ${MIN_ACCOUNT_AGE_YEARS} años nos ha dado datos, escribe a ${officer} y los borraremos.`,
    ],
  },
  {
    id: 'destinatarios',
    title: 'Quién más los recibe',
    blocks: [
      'No vendemos ni cedemos tus datos. Trabajamos con estos proveedores, cada uno para lo suyo:',
      {
        caption: 'Proveedores que reciben datos',
        columns: ['Proveedor', 'Para qué', 'Dónde'],
        rows: [
          [
            'Amazon Web Services EMEA SARL',
            'Alojar la web, las cuentas, los datos, los documentos y los correos',
            'Irlanda (región eu-west-1)',
          ],
          [
            'Stripe Payments Europe, Ltd.',
            'Cobrar y prevenir el fraude. Para parte de ello es también responsable',
            'Irlanda',
          ],
          [
            'Google Ireland Limited',
            'Solo si eliges entrar con Google: confirmar quién eres. No recibe datos de tus consultas',
            'Irlanda',
          ],
        ],
      },
      'La herramienta de videollamada la conoces con el enlace de tu cita: solo trata lo necesario para conectaros. El laboratorio recibe muestras y datos únicamente si decides hacerte un análisis.',
      'También entregamos datos a juzgados, fuerzas de seguridad o administraciones cuando la ley nos obliga.',
    ],
  },
  {
    id: 'transferencias',
    title: 'Transferencias fuera de Europa',
    blocks: [
      'Guardamos tus datos en la Unión Europea. Las matrices de estos proveedores están en Estados Unidos y, en casos limitados, como el soporte técnico o la prevención del fraude, puede haber accesos desde allí. En ese caso se amparan en el Marco de Privacidad de Datos UE-EE. UU. o en las cláusulas contractuales tipo de la Comisión Europea.',
      `Puedes pedir una copia de esas garantías en ${officer}.`,
    ],
  },
]
