{{- define "labels" -}}
app.kubernetes.io/name: booking-service
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- /* Of every pod. Without enableServiceLinks: false, Kubernetes sets BOOKING_SERVICE_PORT, which is a setting, to the address of the Service. */ -}}
{{- define "pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* Of every container. */ -}}
{{- define "container" -}}
image: {{ include "image" . }}
envFrom: [{ secretRef: { name: {{ .Values.secret }} } }]
env:
  - { name: BOOKING_SERVICE_PROVIDERS, value: /app/{{ .Values.providers.file }} }
  {{- range $name, $value := .Values.settings }}
  - { name: BOOKING_SERVICE_{{ upper $name }}, value: {{ toString $value | quote }} }
  {{- end }}
  {{- with .Values.env }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
resources: {{- toYaml .Values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}
