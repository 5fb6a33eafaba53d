import type { landingHeroText } from '../../content/landing.ts'
import { landingPrice } from '../../content/landing-cost.ts'
import { DrawingImage } from '../../drawings/drawing.tsx'
import { useIsPageScrolled } from '../../ui/use-is-page-scrolled.ts'
import { LandingCallToAction } from './call-to-action.tsx'
import './hero.css'

export function LandingHeroSection({ eyebrow, slogan, lead, promises }: typeof landingHeroText) {
  const scrolled = useIsPageScrolled()
  return (
    <section className="landing-section hero">
      <div className="landing-inner hero-inner">
        <div className="hero-text">
          <p className="eyebrow">{eyebrow}</p>
          <h1>{slogan}</h1>
          <p className="lead">{lead}</p>
          <div className="hero-offer">
            <div className="hero-action" hidden={scrolled}>
              <LandingCallToAction />
            </div>
            <p className="hero-price">
              <strong>{landingPrice.sum}</strong>
              {landingPrice.text}
            </p>
          </div>
          <ul className="hero-promises">
            {promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        <div className="hero-picture">
          <DrawingImage name="hero" eager />
        </div>
      </div>
    </section>
  )
}
