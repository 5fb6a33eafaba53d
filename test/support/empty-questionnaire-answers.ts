import { QuestionnaireAnswerValues } from '#contract/questionnaire'

export const emptyQuestionnaireAnswers: QuestionnaireAnswerValues = QuestionnaireAnswerValues.parse({})
