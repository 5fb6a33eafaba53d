import { ButtonLink } from '../../ui/button.tsx'

export const CallToAction = () => (
  <ButtonLink to="/primera-consulta" size="large">
    Comienza tu transformación
  </ButtonLink>
)
