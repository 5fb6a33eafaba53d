import { PageHead } from '../../ui/page-head.ts'
import { ContractWithdrawalModelForm } from './contract-withdrawal-model-form.tsx'
import { ContractWithdrawalSteps } from './contract-withdrawal-steps.tsx'
import './withdrawal-page.css'

const Right = () => (
  <>
    <section>
      <h2>Tu derecho</h2>
      <p>
        Puedes desistir durante los 14 días naturales siguientes al día en que contrataste. Estás en plazo si nos envías
        tu decisión antes de que termine: con el formulario de esta página, por correo electrónico o por carta. No
        tienes que explicarnos el motivo.
      </p>
    </section>
    <section>
      <h2>Si la consulta ya ha empezado</h2>
      <p>
        Si nos pediste expresamente que empezáramos antes de que terminara el plazo y desistes después, pagas solo la
        parte que ya te hayamos prestado. Cuando el servicio se ha prestado por completo, con tu consentimiento previo y
        expreso y habiendo reconocido que con ello perderías este derecho, ya no es posible desistir.
      </p>
    </section>
    <section>
      <h2>La devolución</h2>
      <p>
        Te devolveremos lo que hayas pagado, menos esa parte si la hay, sin demora y como máximo 14 días naturales
        después de recibir tu decisión. Usaremos el mismo medio con el que pagaste, salvo que acordemos contigo otro, y
        no te costará nada.
      </p>
    </section>
  </>
)

/**
 * `/desistimiento`: the right of withdrawal and its online function (Directive (EU) 2023/2673; RDL 1/2007, articles 102
 * to 108).
 */
export const ContractWithdrawalPage = () => (
  <article className="withdrawal">
    <PageHead page="/desistimiento" />
    <h1>Derecho de desistimiento</h1>
    <p className="lead">
      Si has contratado con nosotros por internet, tienes 14 días naturales para echarte atrás, sin dar explicaciones y
      sin penalización.
    </p>
    <p>
      <a href="#desistir">Ir al formulario</a>
    </p>
    <Right />
    <ContractWithdrawalSteps />
    <ContractWithdrawalModelForm />
  </article>
)
