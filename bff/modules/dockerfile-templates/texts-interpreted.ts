/** Templates of programs that an interpreter runs, and of pages that a server sends. */
export const interpretedTexts: Readonly<Record<string, string>> = {
  HTTPd: `# Pages that Apache sends as they are.
FROM httpd:2.4.62-bookworm

# Ports below 1024 are for root alone.
RUN sed -i "s/^Listen 80$/Listen 8080/" /usr/local/apache2/conf/httpd.conf \\
    && chown -R www-data:www-data /usr/local/apache2/logs

COPY --chown=www-data:www-data public/ /usr/local/apache2/htdocs/

USER www-data
EXPOSE 8080
CMD ["httpd-foreground"]
`,
  Node: `# A Node program on Debian.
FROM node:22.11.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production

# What it depends on changes less often than the sources.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev \\
    && npm cache clean --force

COPY --chown=node:node . .

USER node
EXPOSE 3000
CMD ["node", "server.js"]
`,
  'Node-alpine': `# A Node program on Alpine, built in a stage of its own.
FROM node:22.11.0-alpine3.20 AS build
WORKDIR /src

COPY package.json package-lock.json ./
RUN npm ci

COPY . .
RUN npm run build \\
    && npm prune --omit=dev

FROM node:22.11.0-alpine3.20
WORKDIR /app
ENV NODE_ENV=production

COPY --from=build --chown=node:node /src/package.json ./
COPY --from=build --chown=node:node /src/node_modules ./node_modules
COPY --from=build --chown=node:node /src/dist ./dist

USER node
EXPOSE 3000
CMD ["node", "dist/server.js"]
`,
  PHP: `# A PHP site behind Apache.
FROM composer:2.8.3 AS vendor
WORKDIR /app

COPY composer.json composer.lock ./
RUN composer install --no-dev --no-scripts --no-autoloader --no-interaction

COPY . .
RUN composer dump-autoload --no-dev --optimize

FROM php:8.3.14-apache-bookworm
RUN docker-php-ext-install pdo_mysql opcache \\
    && sed -i "s/^Listen 80$/Listen 8080/" /etc/apache2/ports.conf \\
    && sed -i "s/:80>/:8080>/" /etc/apache2/sites-available/000-default.conf

COPY --from=vendor --chown=www-data:www-data /app /var/www/html

USER www-data
EXPOSE 8080
CMD ["apache2-foreground"]
`,
  Python: `# A Python program on Debian.
FROM python:3.13.0-slim-bookworm
WORKDIR /app
ENV PYTHONDONTWRITEBYTECODE=1 \\
    PYTHONUNBUFFERED=1

RUN useradd --system --uid 10001 --no-create-home app

# Pinned versions, as \`pip freeze\` writes them.
COPY requirements.txt ./
RUN pip install --no-cache-dir --requirement requirements.txt

COPY . .

USER app
EXPOSE 8000
CMD ["python", "main.py"]
`,
  'Python-alpine': `# A Python program on Alpine; what needs a compiler is built in a stage of its own.
FROM python:3.13.0-alpine3.20 AS build
RUN apk add --no-cache build-base libffi-dev

COPY requirements.txt ./
RUN python -m venv /venv \\
    && /venv/bin/pip install --no-cache-dir --requirement requirements.txt

FROM python:3.13.0-alpine3.20
WORKDIR /app
ENV PATH="/venv/bin:$PATH" \\
    PYTHONUNBUFFERED=1

RUN adduser -S -D -H -u 10001 app

COPY --from=build /venv /venv
COPY . .

USER app
EXPOSE 8000
CMD ["python", "main.py"]
`,
  Python2: `# A Python 2 program. Python 2 has ended in 2020: nobody mends it any more.
FROM python:2.7.18-slim-buster
WORKDIR /app
ENV PYTHONDONTWRITEBYTECODE=1

RUN useradd --system --uid 10001 --no-create-home app

COPY requirements.txt ./
RUN pip install --no-cache-dir --requirement requirements.txt

COPY . .

USER app
EXPOSE 8000
CMD ["python2", "main.py"]
`,
  Ruby: `# A Ruby program on Debian.
FROM ruby:3.3.6-slim-bookworm AS build
WORKDIR /app

RUN apt-get update \\
    && apt-get install --yes --no-install-recommends build-essential libpq-dev \\
    && rm -rf /var/lib/apt/lists/*

COPY Gemfile Gemfile.lock ./
RUN bundle config set --local deployment true \\
    && bundle config set --local without "development test" \\
    && bundle install

COPY . .

FROM ruby:3.3.6-slim-bookworm
WORKDIR /app

RUN apt-get update \\
    && apt-get install --yes --no-install-recommends libpq5 \\
    && rm -rf /var/lib/apt/lists/* \\
    && useradd --system --uid 10001 --no-create-home app

COPY --from=build --chown=app /app /app

USER app
EXPOSE 3000
CMD ["bundle", "exec", "rackup", "--host", "0.0.0.0", "--port", "3000"]
`,
  'Ruby-alpine': `# A Ruby program on Alpine.
FROM ruby:3.3.6-alpine3.20
WORKDIR /app

RUN adduser -S -D -H -u 10001 app

COPY Gemfile Gemfile.lock ./
RUN apk add --no-cache --virtual .build build-base \\
    && bundle config set --local deployment true \\
    && bundle config set --local without "development test" \\
    && bundle install \\
    && apk del .build

COPY --chown=app . .

USER app
EXPOSE 3000
CMD ["bundle", "exec", "rackup", "--host", "0.0.0.0", "--port", "3000"]
`,
};
