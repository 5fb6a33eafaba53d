import { practiceLegalDetails } from '#contract/practice'
import { Button } from '../../ui/button.tsx'

const lines = [
  'Por la presente le comunico que desisto de mi contrato de prestación del siguiente servicio:',
  'Contratado el:',
  'Nombre del consumidor y usuario:',
  'Domicilio del consumidor y usuario:',
  'Firma del consumidor y usuario (solo si este formulario se presenta en papel):',
  'Fecha:',
]

export const ContractWithdrawalModelForm = () => (
  <section className="model-form" aria-labelledby="modelo">
    <h2 id="modelo">Modelo de formulario de desistimiento</h2>
    <p>
      Si prefieres no usar el formulario de esta página, copia o imprime este texto, complétalo y envíalo a{' '}
      <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a> o a nuestra dirección postal.
      Solo tienes que enviarlo si quieres desistir del contrato.
    </p>
    <div className="model-form-sheet">
      <p>
        A la atención de {practiceLegalDetails.legalName}, {practiceLegalDetails.address}, {practiceLegalDetails.email}:
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
    <Button variant="secondary" onClick={() => window.print()}>
      Imprimir el modelo
    </Button>
  </section>
)
