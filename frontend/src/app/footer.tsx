import { Link } from 'react-router-dom'
import { PRODUCT_NAME } from '#contract/product'
import './footer.css'

const links = [
  { to: '/', text: 'Inicio' },
  { to: '/primera-consulta', text: 'Primera consulta' },
  { to: '/terminos', text: 'Términos y condiciones' },
  { to: '/privacidad', text: 'Política de privacidad' },
  { to: '/cookies', text: 'Política de cookies' },
]

export const Footer = () => (
  <footer className="footer" id="site-footer">
    <div className="footer-row">
      <p className="footer-name">{PRODUCT_NAME}</p>
      <nav aria-label="Pie de página">
        <ul className="footer-links">
          {links.map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  </footer>
)
