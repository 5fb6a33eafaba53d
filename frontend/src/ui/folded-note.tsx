import './folded-note.css'

interface FoldedNoteProps {
  readonly text: string
  /** Opens the list. */
  readonly summary: string
  readonly items: readonly string[]
}

/** A sentence that everybody reads, and a list for whoever asks. */
export const FoldedNote = ({ text, summary, items }: FoldedNoteProps) => (
  <div className="folded-note">
    <p>{text}</p>
    <details>
      <summary>{summary}</summary>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  </div>
)
