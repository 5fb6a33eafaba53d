export const noEmergencyChannelText = 'No es un canal de urgencias: si es urgente, llama al 112.'

export const doctorSignsTitle = 'Con qué señales hay que ir al médico'

export const doctorSigns: readonly string[] = [
  'Sangre en las heces, o heces negras.',
  'Dolor de barriga fuerte, que no cede o te despierta por la noche.',
  'Vómitos que no paran, o con sangre.',
  'Fiebre alta, o diarrea que dura más de tres días.',
  'Pérdida de peso sin haberla buscado.',
  'Dificultad para tragar.',
  'Tristeza o angustia que no te deja hacer tu vida. Si piensas en hacerte daño, llama al 024.',
]
