import { productCatalogue } from '#contract/product-catalogue'
import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { legalPeriods, type LegalTextSection } from './legal-text.ts'
import { practiceLegalDetails } from '#contract/practice'
import { formatCents } from '#contract/money'

const { durationMinutes, saleCents } = productCatalogue['primera-consulta']
const { adultAge, withdrawalDays } = legalPeriods
const { legalName, taxId, address, email, phone } = practiceLegalDetails
const mail = `[${email}](mailto:${email})`

export const termsContractSections: readonly LegalTextSection[] = [
  {
    id: 'quienes-somos',
    title: 'Quiénes somos',
    blocks: [
      `Contratas con **${legalName}**, con NIF ${taxId} y domicilio en ${address}. En estos términos, «nosotros».`,
      `Puedes escribirnos a ${mail} o llamarnos al ${phone}. Los demás datos del titular están en el [aviso legal](/aviso-legal).`,
    ],
  },
  {
    id: 'servicio',
    title: 'Qué ofrecemos',
    blocks: [
      'Ofrecemos consultas de microbiota intestinal y nutrición personalizada. Todo el proceso es online.',
      `**La primera consulta** es una videollamada individual de ${durationMinutes} minutos. Repasamos tu caso y te explicamos qué análisis aportarían información útil.`,
      '**Los tres presupuestos.** Después de la primera consulta recibes tres opciones para seguir, con su precio, su duración y lo que incluye cada una. No tienes que elegir ninguna. Si eliges una, la contratas aparte, con la información previa que exige la ley y con su propio derecho de desistimiento.',
      'Para la videollamada necesitas conexión a internet y un dispositivo con cámara y micrófono. No grabamos las consultas.',
    ],
  },
  {
    id: 'salud',
    title: 'Lo que no hacemos',
    blocks: [
      {
        note: 'Nuestras consultas **no sustituyen la atención médica**. No hacemos diagnósticos médicos, no recetamos medicamentos y no atendemos urgencias. En una urgencia, llama al **112**.',
      },
      'No dejes ni cambies un tratamiento sin hablar antes con quien te lo ha prescrito. Cuéntanos tus enfermedades, alergias y medicación, y si estás o puedes estar embarazada: es lo que nos permite aconsejarte bien o decirte que acudas a tu médico.',
      'Trabajamos con rigor, pero cada persona responde de forma distinta: no podemos garantizar un resultado concreto.',
    ],
  },
  {
    id: 'edad',
    title: 'Quién puede contratar',
    blocks: [
      {
        list: [
          `**Con ${adultAge} años o más** puedes contratar por tu cuenta.`,
          `**Con ${MIN_ACCOUNT_AGE_YEARS} o ${adultAge - 1} años** puedes crear una cuenta, pero necesitas el consentimiento de tu padre, de tu madre o de tu tutor legal antes de comprar y antes de darnos datos de salud. Los menores de ${adultAge} años no pueden contratar sin ese consentimiento.`,
          `**Los menores de ${MIN_ACCOUNT_AGE_YEARS} años no pueden** tener cuenta ni usar nuestros servicios.`,
        ],
      },
      'Podemos pedirte que acredites tu edad o el consentimiento. Si descubrimos que una cuenta es de quien no puede tenerla, la cerraremos y devolveremos lo pagado por servicios no prestados.',
    ],
  },
  {
    id: 'precio',
    title: 'Precio y pago',
    blocks: [
      `La primera consulta cuesta **${formatCents(saleCents)}**, impuestos incluidos. Es un pago único: no hay suscripción ni cargos posteriores. Si tienes un código de descuento, verás el total antes de pagar.`,
      'Pagas en la página segura de Stripe. Nosotros no vemos ni guardamos los datos de tu tarjeta. Al completarse el pago te enviamos un justificante por correo; si necesitas factura, pídenosla.',
      'El precio que vale es el que ves al contratar. Un cambio posterior no afecta a lo que ya has comprado.',
    ],
  },
  {
    id: 'contratacion',
    title: 'Cómo se contrata',
    blocks: [
      {
        steps: [
          'Eliges la primera consulta y, si quieres, su día y su hora, y creas tu cuenta. Puedes corregir tus datos antes de continuar.',
          'Pagas en la página de Stripe. El contrato se cierra cuando el pago se completa.',
          'Te enviamos la confirmación por correo. Guárdala: es tu prueba de la compra.',
          'Si no has elegido la hora, esa confirmación te propone tres. Si ninguna te viene bien, te proponemos otras.',
        ],
      },
      'El contrato se celebra en español. Conservamos constancia de la compra y de la versión de los términos que aceptaste; puedes pedirnos una copia cuando quieras.',
    ],
  },
  {
    id: 'cancelaciones',
    title: 'Cambiar o cancelar una cita',
    blocks: [
      'Puedes cambiar o cancelar tu cita sin coste **hasta 24 horas antes**. Si cancelas, te proponemos otra fecha o te devolvemos lo pagado por esa cita, lo que prefieras. Solo si ya faltaste antes a esa consulta y ha pasado el plazo de desistimiento, lo pagado vale para otra fecha y no se devuelve.',
      'Con menos de 24 horas, o si no te conectas en los primeros 15 minutos, se aplica la regla que te mostramos antes de pagar: el pago se pierde, vale para otra hora o se devuelve. No la aplicaremos si te lo ha impedido una causa justificada, como una enfermedad o una avería: cuéntanosla y buscaremos otra fecha.',
      'Si somos nosotros quienes no podemos atenderte, eliges entre una nueva fecha y la devolución íntegra. Nada de esto limita tu derecho de desistimiento.',
    ],
  },
  {
    id: 'desistimiento',
    title: 'Derecho de desistimiento',
    blocks: [
      `Tienes **${withdrawalDays} días naturales**, a partir del día siguiente al de la compra, para desistir sin dar explicaciones y sin coste.`,
      `**Cómo.** Lo más rápido es la página [Derecho de desistimiento](/desistimiento), que te envía un acuse de recibo por correo. También puedes escribirnos a ${mail} o por carta a ${address}, con el [modelo de formulario](/desistimiento#modelo) o con tus palabras. Basta con que lo envíes antes de que acabe el plazo.`,
      `**Devolución.** Te devolvemos todo lo pagado, sin demora y como máximo en ${withdrawalDays} días naturales desde que nos lo comunicas, por el mismo medio con el que pagaste y sin gastos para ti.`,
      '**Si quieres la consulta antes de que acabe el plazo**, te pediremos que lo solicites de forma expresa, con una casilla que nunca viene marcada. Si la consulta se interrumpe y desistes, pagarás solo los minutos celebrados, en proporción al precio. Si desistes con el servicio empezado, pagarás solo la parte proporcional ya prestada. Si se ha prestado por completo con tu consentimiento expreso y sabiendo que perdías este derecho, ya no podrás desistir.',
    ],
  },
]
