import { ButtonLink } from '../../ui/button.tsx'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'

export const CanceledPage = () => (
  <CardPage>
    <PageHead title="Pago cancelado" hidden />
    <h1>Pago cancelado</h1>
    <p>No se ha realizado ningún cargo. Si has tenido algún problema con el pago, puedes intentarlo otra vez.</p>
    <div className="card-actions">
      <ButtonLink to="/primera-consulta">Intentar de nuevo</ButtonLink>
      <ButtonLink to="/" look="secondary">
        Volver al inicio
      </ButtonLink>
    </div>
  </CardPage>
)
