import { ButtonLink } from '../../ui/button.tsx'

/** The step that everything on the landing page leads to. */
export const CallToAction = () => (
  <ButtonLink to="/primera-consulta" size="large">
    Comienza tu transformación
  </ButtonLink>
)
