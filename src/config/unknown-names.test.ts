import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allVariables } from '../app/configuration.ts'
import { namesOf } from './environment.ts'
import { namesInFiles, unknownNames } from './unknown-names.ts'

const known = allVariables.flatMap(namesOf)
const perhaps = (name: string, ours: readonly string[] = [], value = 'x') =>
  unknownNames({ [name]: value }, known, new Set(ours)).map((one) => one.perhaps)[0]

/** What stands in the environments of shells, services, containers and platforms that run programs of others. */
const ordinary = `
  PATH HOME USER LOGNAME SHELL SHLVL PWD OLDPWD TERM COLORTERM LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES TZ EDITOR VISUAL
  PAGER LESS LESSOPEN LESSCLOSE LS_COLORS MAIL HOSTNAME HOSTTYPE MACHTYPE OSTYPE UID EUID GROUPS PS1 IFS DISPLAY
  WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_CONFIG_DIRS XDG_DATA_HOME
  XDG_CACHE_HOME XDG_SESSION_ID XDG_SESSION_TYPE XDG_SEAT SSH_AUTH_SOCK SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION SSH_TTY
  SUDO_USER SUDO_UID SUDO_GID SUDO_COMMAND INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MANAGERPID NOTIFY_SOCKET
  WATCHDOG_PID WATCHDOG_USEC LISTEN_FDS LISTEN_PID MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE MAINPID
  RUNTIME_DIRECTORY STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY
  http_proxy https_proxy no_proxy ftp_proxy all_proxy FTP_PROXY ALL_PROXY RSYNC_PROXY SOCKS_PROXY NO_COLOR FORCE_COLOR
  NODE_ENV NODE_OPTIONS NODE_VERSION NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE YARN_VERSION NPM_CONFIG_PREFIX
  npm_config_cache npm_config_loglevel npm_config_registry npm_config_proxy npm_config_https_proxy npm_config_noproxy
  npm_config_user_agent npm_config_local_prefix npm_command npm_execpath npm_node_execpath npm_lifecycle_event
  npm_lifecycle_script npm_package_name npm_package_version npm_package_json INIT_CWD COREPACK_HOME NVM_DIR NVM_BIN
  VOLTA_HOME FNM_DIR PYENV_ROOT GOPATH GOROOT CARGO_HOME RUSTUP_HOME RUST_LOG JAVA_HOME VIRTUAL_ENV CONDA_PREFIX
  SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE PIP_CERT GIT_SSL_CAINFO GIT_ASKPASS GIT_EDITOR
  MALLOC_ARENA_MAX MALLOC_MMAP_THRESHOLD_ LD_LIBRARY_PATH LD_PRELOAD UV_THREADPOOL_SIZE TMPDIR TEMP TMP DEBIAN_FRONTEND
  PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB MYSQL_HOST
  REDIS_HOST KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT
  KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_PROTO
  AYAZ_SERVICE_HOST AYAZ_SERVICE_PORT AYAZ_PORT_8080_TCP AYAZ_PORT_8080_TCP_ADDR MQTT_SERVICE_HOST MQTT_PORT_1883_TCP
  NTFY_SERVICE_PORT SMTP_SERVICE_PORT_TLS POD_NAME POD_NAMESPACE POD_IP NODE_NAME DOCKER_HOST DOCKER_CONFIG
  COMPOSE_PROJECT_NAME CONTAINER container HOST_UID HOST_GID HASSIO_TOKEN SUPERVISOR_TOKEN S6_BEHAVIOUR_IF_STAGE2_FAILS
  SNAP SNAP_DATA SNAP_COMMON FLATPAK_ID CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REPOSITORY GITHUB_SERVER_URL RUNNER_OS
  GITLAB_CI CI_SERVER_HOST CI_SERVER_PORT CI_PROJECT_URL BUILD_NUMBER JENKINS_URL TRAVIS DYNO HEROKU_APP_NAME PUBLIC_URL
  RENDER RENDER_EXTERNAL_URL RAILWAY_PUBLIC_DOMAIN FLY_APP_NAME FLY_REGION VERCEL_URL K_SERVICE K_REVISION
  AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_WEB_IDENTITY_TOKEN_FILE GOOGLE_APPLICATION_CREDENTIALS
  AZURE_CLIENT_ID ANTHROPIC_BASE_URL OPENAI_BASE_URL OPENAI_API_KEY VSCODE_PID VSCODE_LOG_LEVEL VSCODE_GIT_ASKPASS_NODE
  TERM_PROGRAM TERM_SESSION_ID TMUX STY WINDOWID VTE_VERSION GNOME_TERMINAL_SCREEN GTK_THEME QT_QPA_PLATFORM DESKTOP_SESSION
  ALLUSERSPROFILE APPDATA COMPUTERNAME ComSpec HOMEDRIVE HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATHEXT
  PROCESSOR_ARCHITECTURE ProgramData ProgramFiles PSModulePath PUBLIC SystemDrive SystemRoot USERDOMAIN USERPROFILE windir
  __CF_USER_TEXT_ENCODING Apple_PubSub_Socket_Render SECURITYSESSIONID COMMAND_MODE WSL_DISTRO_NAME WSLENV CREATED_BY
  VITEST VITEST_MODE VITEST_POOL_ID VITEST_WORKER_ID TEST DEV PROD MODE SSR _ AYAZ_KEY AYAZ_MIRROR AYAZ_ROOT AYAZ_AT
`
  .trim()
  .split(/\s+/)

/** Each misspelling that a hand makes of a name, and that a memory makes of its words. */
function misspellings(name: string): readonly string[] {
  const letters = [...name]
  const words = name.split('_')
  const slips = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1)]
    const [next = '', ...rest] = after
    return [before + after.join(''), before + next + letter + rest.join(''), before + letter + name.slice(at)]
  })
  // One word that is left says nothing, nor does one with FILE.
  const least = words.at(-1) === 'FILE' ? 3 : 2
  const parts = words.map((_, at) => words.toSpliced(at, 1)).filter((part) => part.length >= least)
  const many = name.replace(/PROXY$/, 'PROXIE')
  const others = [
    `${many}S`,
    name.replaceAll('_', ''),
    name.replaceAll('_', '-'),
    name.toLowerCase(),
    `AYAZ_${name}`
  ]
  return [...new Set([...slips, ...parts.map((part) => part.join('_')), ...others])].filter(
    (one) => one !== '' && !ordinary.includes(one) && !known.includes(one)
  )
}

/** Proxies are read in lower case too, as everywhere. */
const isProxy = (text: string): boolean => /^[a-z]+_proxy$/.test(text)

describe('a name that is no setting', () => {
  it('is held against each setting, and the one that was meant is found', () => {
    const passedOver = known.flatMap((name) =>
      misspellings(name)
        .filter((text) => !isProxy(text) && perhaps(text)?.includes(name) !== true)
        .map((text) => `${text} for ${name}: ${perhaps(text)}`)
    )
    expect(passedOver).toEqual([])
  })

  it.each([
    ['TELEGRAM_TOKEN', ['TELEGRAM_BOT_TOKEN']],
    ['BOT_TOKEN', ['TELEGRAM_BOT_TOKEN']],
    ['SMTP_HOST', ['SMTP_URL', 'SMTP_FROM', 'SMTP_TLS']],
    ['OPENWEATHERMAP_API_KEY', ['OPENWEATHERMAP_KEY']],
    ['SITE_URL_FILE', ['SITE_URL']],
    ['WEBHOOK_ALOW_CIRD', ['WEBHOOK_ALLOW_CIDR']],
    ['LOGLEVEL', ['LOG_LEVEL']]
  ])('%s is told from %j', (name, settings) => expect(perhaps(name)).toEqual(settings))

  it('of other programs is passed over', () => {
    expect(ordinary.filter((name) => perhaps(name) !== undefined)).toEqual([])
    expect(Object.entries(process.env).filter(([name, value]) => perhaps(name, [], value))).toEqual([])
    expect(perhaps('AYAZ_PORT', [], 'tcp://10.0.0.7:8080')).toBeUndefined()
    expect(perhaps('NTFY_PORT', [], 'tcp://10.0.0.8:80')).toBeUndefined()
    expect(perhaps('TELEGRAM_TOKEN', [], ' ')).toBeUndefined()
  })

  it('in the file of settings was meant for this program, whatever it is', () => {
    expect(perhaps('FROST_MODE', ['FROST_MODE'])).toEqual([])
    expect(perhaps('FROST_MODE')).toBeUndefined()
    expect(['TZ', 'NODE_OPTIONS', 'LC_ALL'].map((name) => perhaps(name, [name]))).toEqual(
      Array(3).fill(undefined)
    )
    const folder = mkdtempSync(join(tmpdir(), 'ayaz-names-'))
    const file = join(folder, 'ayaz.env')
    writeFileSync(file, '# A=1\nFROST_MODE=on\nexport  SITE_ULR = x\n\nbroken line\n')
    expect(
      [...namesInFiles([`--env-file=${file}`, '--env-file-if-exists=/nowhere'])].filter(Boolean)
    ).toEqual(['FROST_MODE', 'SITE_ULR'])
    rmSync(folder, { recursive: true })
  })
})
