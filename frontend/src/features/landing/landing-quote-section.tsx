import { LandingCallToAction } from './call-to-action.tsx'
import './quote.css'

interface QuoteProps {
  readonly quote: string
  readonly text: string
  readonly source?: string
  readonly variant: 'green' | 'pale'
  readonly drawing: string
}

export const LandingQuoteSection = ({ quote, text, source, variant, drawing }: QuoteProps) => (
  <section className={`landing-section quote quote-${variant}`}>
    <div className="landing-inner quote-inner">
      <div>
        <blockquote className="quote-words">
          <p>{quote}</p>
        </blockquote>
        <p className="quote-text">
          {text}
          {source && <small>{source}</small>}
        </p>
        <LandingCallToAction />
      </div>
      <img className="quote-drawing" src={drawing} width={640} height={640} alt="" loading="lazy" decoding="async" />
    </div>
  </section>
)
