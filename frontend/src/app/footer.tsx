import { BriefcaseBusiness, Camera, Clapperboard, Mail } from 'lucide-react'
import { PRODUCT_NAME } from '#contract/product'
import { practiceLegalDetails as practice } from '#contract/practice'
import { socialMediaLinks } from '../content/social-media-links.ts'
import { Link } from '../ui/link.tsx'
import { openCookieSettings } from '../ui/open-cookie-settings.ts'
import { Logo } from '../ui/logo.tsx'
import './footer.css'

const pages = [
  { to: '/', text: 'Inicio' },
  { to: '/primera-consulta', text: 'Primera consulta' },
]

const legal = [
  { to: '/terminos', text: 'Términos y condiciones' },
  { to: '/privacidad', text: 'Política de privacidad' },
  { to: '/cookies', text: 'Política de cookies' },
  { to: '/aviso-legal', text: 'Aviso legal' },
  { to: '/desistimiento', text: 'Derecho de desistimiento' },
]

const icons = { video: Clapperboard, photo: Camera, work: BriefcaseBusiness } as const

const Links = ({ links }: { readonly links: readonly { readonly to: string; readonly text: string }[] }) =>
  links.map(({ to, text }) => (
    <li key={to}>
      <Link to={to}>{text}</Link>
    </li>
  ))

const Contact = () => (
  <ul>
    <li>
      <a href={`mailto:${practice.email}`}>
        <Mail size={18} aria-hidden="true" />
        {practice.email}
      </a>
    </li>
    {socialMediaLinks.map(({ kind, name, url }) => {
      const Icon = icons[kind]
      return (
        <li key={kind}>
          <a href={url} rel="noopener">
            <Icon size={18} aria-hidden="true" />
            {name}
          </a>
        </li>
      )
    })}
  </ul>
)

export const SiteFooter = () => (
  <footer className="footer" id="site-footer">
    <div className="footer-row">
      <div className="footer-about">
        <Logo />
        <p>Microbiota intestinal y nutrición personalizada, siempre online.</p>
        <address>
          {practice.legalName}
          <br />
          {`NIF ${practice.taxId}`}
          <br />
          {practice.address}
          <br />
          {practice.phone}
        </address>
      </div>
      <nav aria-label="Pie de página">
        <p className="footer-title">La consulta</p>
        <ul>
          <Links links={pages} />
        </ul>
      </nav>
      <nav aria-label="Información legal">
        <p className="footer-title">Información legal</p>
        <ul>
          <Links links={legal} />
          <li>
            <button type="button" onClick={openCookieSettings}>
              Configurar cookies
            </button>
          </li>
        </ul>
      </nav>
      <section className="footer-contact" aria-label="Contacto">
        <p className="footer-title">Contacto</p>
        <Contact />
      </section>
    </div>
    <p className="footer-note">
      {PRODUCT_NAME} no ofrece diagnósticos médicos ni atiende urgencias. Si te encuentras mal, llama al 112 o acude a
      tu médico.
    </p>
  </footer>
)
