import { ButtonLink } from '../../ui/button.tsx'

export const LandingCallToAction = () => (
  <ButtonLink to="/primera-consulta" size="large">
    Comienza tu transformación
  </ButtonLink>
)
