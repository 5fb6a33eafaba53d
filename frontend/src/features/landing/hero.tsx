import type { hero } from '../../content/landing.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { useScrolled } from '../../ui/use-scrolled.ts'
import { CallToAction } from './call-to-action.tsx'
import './hero.css'

/** Its button disappears when the floating button appears. */
export function Hero({ eyebrow, slogan, lead, promises }: typeof hero) {
  const scrolled = useScrolled()
  return (
    <section className="landing-section hero">
      <div className="landing-inner hero-inner">
        <div className="hero-text">
          <p className="eyebrow">{eyebrow}</p>
          <h1>{slogan}</h1>
          <p className="lead">{lead}</p>
          <div className="hero-action" hidden={scrolled}>
            <CallToAction />
          </div>
          <ul className="hero-promises">
            {promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        <div className="hero-picture">
          <Drawing name="hero" eager />
        </div>
      </div>
    </section>
  )
}
